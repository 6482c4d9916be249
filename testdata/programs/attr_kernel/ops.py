from numba import cuda


def make_power(n):
    @cuda.jit
    def power(x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] = x[i] ** n

    return power
