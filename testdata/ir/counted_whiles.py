# find_counted_whiles, find_masks: what a loop's header declares, and what is 32 bits to all.
from numba import cuda

FULL = 0xFFFFFFFF


@cuda.jit("void(int64[::1], int64)")
def kernel(a, n):
    half = n // 2
    while half > 0:
        a[half] = cuda.shfl_xor_sync(FULL, half, 1)
        half //= 2
    half = 1
    while half < n:
        a[half] += 1
        half *= 2
        cuda.syncthreads()
    k = 0
    while k < n:  # read behind it
        a[k] = 1
        k += 1
    a[0] = k
