import math

import numpy as np
from numba import cuda


def gaussian(radius):
    x = np.arange(-radius, radius + 1)
    w = np.exp(-(x**2) / (2 * (radius / 2) ** 2))
    return tuple(w / w.sum())


def make_blur(radius, axis):
    weights = np.array(gaussian(radius), dtype=np.float32)
    taps = 2 * radius + 1

    @cuda.jit
    def blur(image, out):
        w = cuda.const.array_like(weights)
        y, x = cuda.grid(2)
        height, width = image.shape
        if y >= height or x >= width:
            return
        acc = 0.0
        for k in range(taps):
            if axis == 0:
                yy = min(max(y + k - radius, 0), height - 1)
                acc += w[k] * image[yy, x]
            else:
                xx = min(max(x + k - radius, 0), width - 1)
                acc += w[k] * image[y, xx]
        out[y, x] = acc

    return blur


BLURS = []
for r in (1, 2, 4):
    BLURS.append((make_blur(r, 0), make_blur(r, 1)))
