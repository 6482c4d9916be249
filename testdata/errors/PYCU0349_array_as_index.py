# A mask as index: the elements it picks would be a new array.
from numba import cuda


@cuda.jit("void(float32[:], boolean[:], float32[:])")
def k(a, mask, out):
    chosen = a[mask]
    out[0] = chosen[0]
