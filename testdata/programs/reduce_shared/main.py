import common
import numpy as np
from common import TPB
from numba import cuda


@cuda.jit
def partial_sum(x, partial):
    cache = cuda.shared.array(TPB, "float64")
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    cache[t] = x[i] if i < x.size else 0.0
    cuda.syncthreads()
    s = TPB // 2
    while s > 0:
        if t < s:
            cache[t] += cache[t + s]
        cuda.syncthreads()
        s //= 2
    if t == 0:
        partial[cuda.blockIdx.x] = cache[0]


def total(x):
    n = common.blocks(len(x))
    partial = cuda.device_array(n, x.dtype)
    partial_sum[n, common.TPB](cuda.to_device(x), partial)
    return partial.copy_to_host().sum()


assert total(np.random.rand(1000)) is not None
total(np.arange(1000).astype("float32"))
