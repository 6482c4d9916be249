from numba import cuda


@cuda.jit("void(float32[:, :], flaot32)")
def scale(x, factor):
    i, j = cuda.grid(2)
    x[i, j] *= factor
