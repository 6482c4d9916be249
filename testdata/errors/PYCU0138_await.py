# An `await` in a kernel.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    await a[0]
