# Unsigned arithmetic: 64 bits wide, mixed with signed it is signed; np.uint32(...) wraps.
import numpy as np
from numba import cuda, uint8, uint32, uint64


@cuda.jit("void(uint8[:], uint32[:], uint64[:], int64[:])")
def mixed(bytes_, words, longs, out):
    i = cuda.grid(1)
    words[i] = bytes_[i] + bytes_[i]
    longs[i] = words[i] * words[i]
    longs[i] = bytes_[i] - bytes_[i + 1]
    out[i] = longs[i] + 1
    words[i] = np.uint32(words[i] * np.uint32(1664525) + np.uint32(1013904223))
    words[i] = words[i] >> np.uint32(3)
    if longs[i] < i:
        longs[i] = ~longs[i] & 0xFF
