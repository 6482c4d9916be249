from numba import cuda


@cuda.jit(device=True)
def half(value):
    return value / 2
