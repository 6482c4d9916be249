# `:=` on the variable of a comprehension.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    x = [(i := 1) for i in range(3)]
