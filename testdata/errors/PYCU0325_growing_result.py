# A tuple around the result of the function itself: it never has one type.
from numba import cuda


@cuda.jit(device=True)
def nested(n):
    if n <= 0:
        return None
    return (n, nested(n - 1))


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    nested(n)
