import math

from numba import cuda
from registry import register


@register("relu")
@cuda.jit
def relu(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = max(x[i], 0)


@register("gelu")
@cuda.jit
def gelu(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = 0.5 * x[i] * (1 + math.erf(x[i] / math.sqrt(2.0)))


@register("leaky")
@cuda.jit
def leaky(x, y, slope):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] if x[i] > 0 else slope * x[i]
