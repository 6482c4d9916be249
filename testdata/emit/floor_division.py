# // and % round down as in Python; plain / and % stand where no operand can be negative.
from numba import cuda


@cuda.jit("void(int64[:], float32[:], int64, int64)")
def divide(out, x, a, b):
    i = cuda.grid(1)
    out[i] = a // b
    out[i] = a % b
    out[i] = i // 8
    out[i] = i % 32
    out[i] = a // -3
    x[i] = x[i] // 2
    x[i] %= x[i]
    if a % 2 == 0:
        out[i] //= 2
    if i % 2 == 0:
        out[i] = 0
