# Shared, local and constant arrays, passed on to device functions; atomics on each.
import numpy as np
from numba import cuda, float32, int32

WEIGHTS = np.array([0.25, 0.5, 0.25], dtype=np.float32)


@cuda.jit(device=True)
def total(values, n):
    result = float32(0)
    for k in range(n):
        result += values[k]
    return result


@cuda.jit("void(float32[:], int32[:])")
def memory(x, counts):
    shared = cuda.shared.array((2, 16), float32)
    private = cuda.local.array(4, np.float32)
    bins = cuda.shared.array(16, int32)
    weights = cuda.const.array_like(WEIGHTS)
    t = cuda.threadIdx.x
    shared[0, t] = x[t]
    shared[-1, t] = weights[t % 3]
    bins[t] = 0
    for k in range(len(private)):
        private[k] = shared[k % 2, t] * WEIGHTS[k % 3]
    cuda.syncthreads()
    cuda.atomic.add(bins, t % 4, 1)
    old = cuda.atomic.max(counts, t, bins[t])
    cuda.atomic.add(x, 0, private[0])
    cuda.syncthreads()
    x[t] = total(private, 4) + total(weights, 3) + old + shared.shape[1] + bins.size
