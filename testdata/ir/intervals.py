# find_intervals: an index that is proven not to be negative does not wrap.
from numba import cuda


@cuda.jit("void(int64[::1], int32[::1])")
def kernel(out, index):
    i = cuda.grid(1)
    j = index[i] % 8
    out[j] = 1
    k = index[i]
    out[k] = 2
    if 0 <= k < 100:
        m = k + 1
        out[m] = 3
    out[-1] = 4
