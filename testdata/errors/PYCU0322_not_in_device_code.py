# A context manager, and a coroutine.
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    with open('x') as f:
        a[0] = n


@cuda.jit("void(float32[:])")
async def later(a):
    a[0] = 1
