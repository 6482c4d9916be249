# Declared functions that say nothing of their result, and that take what C has not.
from numba import cuda, float32

half = cuda.declare_device("half", (float32,))
total = cuda.declare_device("total", "float32(float32[:])")


@cuda.jit("void(float32[:])")
def halve(x):
    x[0] = half(x[1])


@cuda.jit("void(float32[:])")
def add(x):
    x[0] = total(x)
