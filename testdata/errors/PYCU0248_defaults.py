# pycu: --default-dtype float32 --default-int int32
# What --default-* fill in is said once for each kernel; what something says is not.
from numba import cuda, float64


@cuda.jit
def scale(out, n, factor: float64):
    i = cuda.grid(1)
    if i < n:
        out[i] *= factor


@cuda.jit("void(int8[:])")
def clear(out):
    out[cuda.grid(1)] = 0
