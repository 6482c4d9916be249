# pycu: --bindings PYCU0011_bindings.json
# Values for a function that is not there, a text that is no expression, an array without all of its bytes.
from numba import cuda


@cuda.jit("void(float32[:])")
def scale(a):
    a[0] = N * table[0]
