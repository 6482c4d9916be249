"""Negates the sum of neighbours, in a block's shared memory."""

import numba
from numba import cuda

SIGN = 1


@cuda.jit("void(float32[:])")
def negate(a):
    shared = cuda.shared.array(4, numba.float32)
    i = cuda.threadIdx.x
    shared[i] = a[i]
    cuda.syncthreads()
    a[i] = SIGN * (shared[i] + shared[(i + 1) % 4])
