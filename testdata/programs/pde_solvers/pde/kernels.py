from numba import cuda


def make_upwind(order):
    @cuda.jit
    def upwind(u, out, c):
        i = cuda.grid(1)
        n = u.size
        if i < n:
            if order == 1:
                out[i] = u[i] - c * (u[i] - u[i - 1])
            else:
                out[i] = u[i] - 0.5 * c * (3 * u[i] - 4 * u[i - 1] + u[i - 2])

    return upwind


@cuda.jit
def ftcs(u, out, r):
    i = cuda.grid(1)
    if i > 0 and i < u.size - 1:
        out[i] = u[i] + r * (u[i + 1] - 2 * u[i] + u[i - 1])
    elif i < u.size:
        out[i] = u[i]
