# Shifts and bit operations: in parentheses beside other operators, helpers for unknown counts.
from numba import cuda


@cuda.jit("void(int64[:], int32[:], int64)")
def bits(out, words, n):
    i = cuda.grid(1)
    out[i] = out[i] << 3 | out[i] >> 5
    out[i] = 1 << n
    out[i] = out[i] >> n
    out[i] = (out[i] & 0xFF) + (n ^ 1)
    out[i] = out[i] | n | 4
    words[i] = words[i] << 2
    words[i] ^= 1
    words[i] >>= 1
    out[i] <<= 4
    out[i] = ~words[i]
