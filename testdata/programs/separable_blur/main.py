import numpy as np
from kernels import BLURS, make_blur

GRID, BLOCK = (4, 4), (8, 8)

image = np.zeros((30, 32), dtype=np.float32)
image[10:20, 10:20] = 1
for vertical, horizontal in BLURS:
    half = np.empty_like(image)
    out = np.empty_like(image)
    vertical[GRID, BLOCK](image, half)
    horizontal[GRID, BLOCK](half, out)
    print(f"{out.sum():.3f} {out.max():.4f}")

# one more, of its own
out = np.empty(image.shape)
make_blur(3, axis=1)[GRID, BLOCK](image.astype(np.float64), out)
print(f"{out[15].sum():.3f}")
