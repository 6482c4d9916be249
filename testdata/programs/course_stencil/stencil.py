from numba import cuda


@cuda.jit
def diffuse(u, out, coefficient):
    i, j = cuda.grid(2)
    if 0 < i < u.shape[0] - 1 and 0 < j < u.shape[1] - 1:
        lap = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4 * u[i, j]
        out[i, j] = u[i, j] + coefficient * lap


@cuda.jit
def set_border(u, value):
    i = cuda.grid(1)
    if i < u.shape[1]:
        u[0, i] = value
        u[u.shape[0] - 1, i] = 0.0
