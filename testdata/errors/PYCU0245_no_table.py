from numba import cuda


@cuda.jit("void(float32[:])")
def clear(x):
    x[0] = 0
