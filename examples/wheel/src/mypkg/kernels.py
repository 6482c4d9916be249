"""The kernels of mypkg. In the wheel a module of this name has them compiled."""

from numba import cuda

from mypkg.tools import clamp

TILE = (16, 16)


@cuda.jit("void(float32[:, :], float32[:, :])")
def smooth(image, out):
    """Each pixel is the mean of itself and its neighbours."""
    i, j = cuda.grid(2)
    rows, columns = image.shape
    if i >= rows or j >= columns:
        return
    total = 0.0
    count = 0
    for y in range(max(i - 1, 0), min(i + 2, rows)):
        for x in range(max(j - 1, 0), min(j + 2, columns)):
            total += image[y, x]
            count += 1
    out[i, j] = total / count


@cuda.jit("void(float32[:, :], float32[:, :], float32[:, :], float32)")
def sharpen(image, out, smoothed, strength):
    """Adds `strength` times what smoothing takes away."""
    i, j = cuda.grid(2)
    if i < image.shape[0] and j < image.shape[1]:
        out[i, j] = clamp(image[i, j] + strength * (image[i, j] - smoothed[i, j]), 0.0, 1.0)
