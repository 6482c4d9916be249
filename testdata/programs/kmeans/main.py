import numpy as np
from cluster import kmeans, labels_of

rng = np.random.default_rng(3)
points = np.concatenate([rng.normal(c, 0.1, (50, 2)) for c in (0.0, 1.0, 2.0)])
points = points[rng.permutation(len(points))]
centres, label = kmeans(points, 3)
print(np.bincount(label, minlength=3).sum(), f"{np.sort(centres[:, 0]).round(1).sum():.1f}")
print(labels_of(points, 2).max())
