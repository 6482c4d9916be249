# Lowering writes every conversion out: Numba's types of operators, of assignments and of arguments.
from numba import cuda


@cuda.jit
def scale(x, by):
    return x * by


@cuda.jit("void(float32[::1], int32[::1], uint8)")
def kernel(out, counts, bits):
    i = cuda.grid(1)
    n = counts[i] + bits
    n -= 0.5
    out[i] = scale(out[i], counts[i]) / 2
    out[i] += n
    flag = bits and not counts[i]
    counts[i] = flag
