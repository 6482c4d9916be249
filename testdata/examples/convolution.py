"""2-D convolution with a small mask in constant memory; pixels beyond the edge repeat the edge."""
import sys

import numpy as np
from numba import cuda

RADIUS = 2
WIDTH = 2 * RADIUS + 1

# binomial weights, a good stand-in for a Gaussian
MASK = np.array(
    [
        [1, 4, 6, 4, 1],
        [4, 16, 24, 16, 4],
        [6, 24, 36, 24, 6],
        [4, 16, 24, 16, 4],
        [1, 4, 6, 4, 1],
    ],
    dtype=np.float32,
)


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32)")
def convolve(image, result, scale):
    """result = scale * (image * MASK)"""
    mask = cuda.const.array_like(MASK)
    x, y = cuda.grid(2)
    height, width = image.shape
    if x >= width or y >= height:
        return

    total = np.float32(0)
    for dy in range(-RADIUS, RADIUS + 1):
        row = min(max(y + dy, 0), height - 1)
        for dx in range(-RADIUS, RADIUS + 1):
            col = min(max(x + dx, 0), width - 1)
            total += image[row, col] * mask[dy + RADIUS, dx + RADIUS]

    result[y, x] = scale * total


def check(k) -> float:
    """Compare with shifted copies of a padded image."""
    image = np.random.default_rng(3).uniform(0, 255, (45, 61)).astype(np.float32)
    height, width = image.shape
    result = np.zeros_like(image)
    k.convolve[(8, 6), (8, 8)](image, result, np.float32(1 / MASK.sum()))

    padded = np.pad(image, RADIUS, mode="edge").astype(np.float64)
    expected = np.zeros(image.shape)
    for i in range(WIDTH):
        for j in range(WIDTH):
            expected += MASK[i, j] * padded[i : i + height, j : j + width]
    error = np.abs(result - expected / MASK.sum()).max()
    assert error < 1e-3
    return float(error)


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
