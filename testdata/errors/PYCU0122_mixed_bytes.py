# Bytes and text in a row.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    x = b"one" "two"
