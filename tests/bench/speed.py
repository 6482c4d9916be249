"""The kernels that runtime_bench.cpp times: without barriers, with some, and without anything."""

import numpy as np
from numba import cuda


@cuda.jit("void(float32, float32[:], float32[:])")
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.shape[0]:
        y[i] = a * x[i] + y[i]


@cuda.jit("void(float32[:], float32[:])")
def block_sum(x, result):
    partial = cuda.shared.array(256, np.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    partial[t] = x[i] if i < x.shape[0] else np.float32(0)
    cuda.syncthreads()
    half = cuda.blockDim.x // 2
    while half > 0:
        if t < half:
            partial[t] += partial[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        result[cuda.blockIdx.x] = partial[0]


@cuda.jit("void()")
def nothing():
    pass
