# pycu: --performance
# Atomics on one element are done one after the other.
import numpy as np
from numba import cuda, float32


@cuda.jit("void(float32[::1], float32[::1], int32[::1])")
def k(x, out, count):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, 0, x[i])
        cuda.atomic.max(count, 0, 1)
        cuda.atomic.add(out, i, x[i])
    kept = cuda.shared.array(1, float32)
    cuda.atomic.add(kept, 0, x[i])
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(out, 0, kept[0])
