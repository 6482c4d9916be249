from jits import JIT_OPTIONS, device_jit, fast_jit, jit_with_options
from numba import cuda


@device_jit()
def mandel(c, limit):
    z = 0j
    for k in range(limit):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag > 4.0:
            return k
    return limit


@device_jit(inline=True)
def pixel(x0, x1, i, n):
    return x0 + (x1 - x0) * i / n


@fast_jit
def by_fast(image, x0, x1, limit):
    i, j = cuda.grid(2)
    h, w = image.shape
    if i < h and j < w:
        image[i, j] = mandel(complex(pixel(x0, x1, j, w), pixel(-1.0, 1.0, i, h)), limit)


@cuda.jit(**JIT_OPTIONS)
def count(image, limit, inside):
    i, j = cuda.grid(2)
    if i < image.shape[0] and j < image.shape[1] and image[i, j] == limit:
        cuda.atomic.add(inside, 0, 1)


@jit_with_options()
def shade(image, out, limit):
    i, j = cuda.grid(2)
    if i < image.shape[0] and j < image.shape[1]:
        out[i, j] = image[i, j] / limit
