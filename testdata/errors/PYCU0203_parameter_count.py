from numba import cuda


@cuda.jit("void(float32[:], float32)")
def axpy(a, x, y):
    i = cuda.grid(1)
    y[i] += a * x[i]
