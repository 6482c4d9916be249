# Declared in two ways.
from numba import cuda

half = cuda.declare_device("half", "float32(float32)")
half_of_int = cuda.declare_device("half", "int32(int32)")


@cuda.jit("void(float32[:], int32[:])")
def halve(x, n):
    x[0] = half(x[1])
    n[0] = half_of_int(n[1])
