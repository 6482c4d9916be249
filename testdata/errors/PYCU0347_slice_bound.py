# A slice up to a float: the result of a true division.
from numba import cuda


@cuda.jit("void(float32[:], float32[:])")
def k(a, out):
    half = a[: a.size / 2]
    out[0] = half[0]
