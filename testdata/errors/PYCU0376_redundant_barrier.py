# pycu: --performance
# A barrier orders what threads do to memory; between two of them somebody is to use some.
from numba import cuda, float32


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    kept = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    kept[t] = x[t]
    cuda.syncthreads()
    other = 255 - t
    cuda.syncthreads()
    x[t] = kept[other]
    m = 0
    for j in range(n):
        m += j
        cuda.syncthreads()
    x[t] += m
