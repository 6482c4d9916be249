# Operators as C has them.
from numba import cuda


@cuda.jit("void(float32[:])")
def k(x):
    if x[0] > 0 && x[1] < 3:
        x[0] = 1
    if x[0] > 0 || x[1] < 3:
        x[0] = 1
    x[0]++
    if x[0] > 1 {
        x[0] = 2
