import fractals
import numpy as np

config = (4, 4), (8, 8)
image = np.zeros((32, 32), np.uint16)
fractals.by_fast[config](image, -2.0, 0.5, 30)
inside = np.zeros(1, np.int64)
fractals.count[config](image, 30, inside)
shaded = np.zeros(image.shape, np.float32)
fractals.shade[config](image, shaded, 30)
print(inside[0] > 100, image.max(), f"{shaded.max():.1f}")
