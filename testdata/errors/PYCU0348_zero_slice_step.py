# A slice that never moves.
from numba import cuda


@cuda.jit("void(float32[:], float32[:])")
def k(a, out):
    part = a[1:8:0]
    out[0] = part[0]
