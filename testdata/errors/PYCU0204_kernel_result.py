from numba import cuda


@cuda.jit("float32(float32)")
def square(x):
    return x * x
