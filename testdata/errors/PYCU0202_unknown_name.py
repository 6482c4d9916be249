from numba import cuda


@cuda.jit(signature)
def clear(x):
    x[cuda.grid(1)] = 0
