# CUDA's printf takes 32 values.
from numba import cuda


@cuda.jit("void(int64)")
def k(n):
    print(n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n)
