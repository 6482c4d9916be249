"""One index for two: divisors that a guard shows to be positive are divided by."""

from numba import cuda


@cuda.jit("void(float32[:, ::1], float32)")
def guarded_by_size(x, factor):
    i = cuda.grid(1)
    rows, cols = x.shape
    if i < x.size:
        x[i // cols, i % cols] *= factor


@cuda.jit("void(float32[:, ::1], float32)")
def guarded_by_product(x, factor):
    i = cuda.grid(1)
    rows, cols = x.shape
    if i >= rows * cols:
        return
    x[i // cols, i % cols] *= factor


@cuda.jit("void(float32[:, ::1], float32)")
def guarded_by_nothing(x, factor):
    i = cuda.grid(1)
    rows, cols = x.shape
    x[i // cols, i % cols] *= factor
