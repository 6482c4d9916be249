"""What the options of a decorator change in the text."""

import math

from numba import cuda

FAST = dict(fastmath=True, cache=True)


@cuda.jit("float32(float32)", device=True, forceinline=True, **FAST)
def gauss(x):
    return math.exp(-x * x) / math.sqrt(x)


@cuda.jit("float32(float32)", device=True, inline="always")
def exact(x):
    return math.exp(-x * x) / math.sqrt(x)


@cuda.jit("void(float32[:], float64[:])", **FAST)
def fast(x, y):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = math.sin(x[i]) / x[0] + gauss(x[i])
        x[i] /= math.pow(x[i], x[0])
        y[i] = math.sin(y[i]) / y[0]  # float64 stays exact


@cuda.jit("void(float32[:])", launch_bounds=(256, 2))
def bounded(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = exact(x[i])


@cuda.jit("void(float32[:])", max_registers=40, shared_memory_carveout="MaxShared")
def few_registers(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = x[i] + x[i]
