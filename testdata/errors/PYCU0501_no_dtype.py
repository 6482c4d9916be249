# An array without a dtype.
from numba import cuda


@cuda.jit("void(float32[:])")
def k(x):
    s = cuda.shared.array(shape=(16, 16))
    t = cuda.local.array(4)
    x[0] = s[0, 0] + t[0]
