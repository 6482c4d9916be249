from numba import cuda, int32


@cuda.jit(argtypes=[int32[:]])
def increment(x):
    x[cuda.grid(1)] += 1
