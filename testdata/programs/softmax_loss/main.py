import numpy as np
from losses import softmax_cross_entropy

batch, classes = 32, 10
logits = np.random.randn(batch, classes).astype("f4")
labels = np.random.randint(classes, size=batch)
print(softmax_cross_entropy(logits, labels))
