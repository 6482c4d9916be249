# Powers: squares are written out, integer exponents go by squaring, others through pow.
from numba import cuda


@cuda.jit("void(float32[:], float64[:], int64[:], int64, uint64, int8)")
def power(x, y, k, n, m, small):
    i = cuda.grid(1)
    x[i] = x[i] ** 2
    x[i] = (x[i] - 1) ** 3
    y[i] = y[i] ** 7
    y[i] = y[i] ** n
    y[i] = y[i] ** 0.5
    y[i] = x[i] ** y[i]
    k[i] = k[i] ** 2
    k[i] = k[i] ** n
    k[i] = 2 ** n
    k[i] = m ** 3 // 5  # int64, of a uint64
    k[i] = small ** 3 // 5
    k[i] = small ** 2 // 5
