# Types that contradict the decorator, an annotation, the number of parameters and a kernel.
from numba import cuda, float32, int32


@cuda.jit("void(float32[:])")
def clear(x):
    x[cuda.grid(1)] = 0


@cuda.jit
def fill(x: float32[:], value: int32):
    x[cuda.grid(1)] = value


@cuda.jit
def add(x, y):
    x[cuda.grid(1)] += y[cuda.grid(1)]


@cuda.jit
def scale(x):
    x[cuda.grid(1)] *= 2
