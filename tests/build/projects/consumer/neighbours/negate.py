"""Negates the sum of neighbours, in shared memory; its types stand in types.toml."""

import numba
from numba import cuda

SIGN = 1


@cuda.jit
def negate(a):
    shared = cuda.shared.array(4, numba.float32)
    i = cuda.threadIdx.x
    shared[i] = a[i]
    cuda.syncthreads()
    a[i] = SIGN * (shared[i] + shared[(i + 1) % 4])
