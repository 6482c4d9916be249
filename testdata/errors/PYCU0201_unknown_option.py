from numba import cuda


@cuda.jit(fastmth=True)
def increment(x):
    x[cuda.grid(1)] += 1
