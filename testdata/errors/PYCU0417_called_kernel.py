# Called kernel.
from numba import cuda


@cuda.jit("void(float32[:])")
def clear(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = 0


@cuda.jit("void(float32[:], float32[:])")
def clear_both(x, y):
    clear(x)
    clear(y)
