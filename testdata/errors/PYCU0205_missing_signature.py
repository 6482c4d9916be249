from numba import cuda


@cuda.jit
def scale(u, out, factor, n):
    i, j = cuda.grid(2)
    if i < n and j < n:
        out[i, j] = u[i, j] * factor
