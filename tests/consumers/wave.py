"""A second module, whose kernels have the names of the first's."""

from numba import cuda


@cuda.jit("void(int64[:], int64[:])")
def add(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] += a[i]
        cuda.atomic.add(out, i, 1)


@cuda.jit("void(float32[:], float32)")
def scale(x, factor):
    i = cuda.grid(1)
    if i < x.size:
        x[i] /= factor
