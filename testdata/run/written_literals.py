"""Numbers in hexadecimal and binary digits stay as they are written, and are Numba's numbers."""
import numpy as np
from case import THREADS, blocks, same
from numba import cuda, int32, uint8, uint64

MASK = 0xFF00
HIGH = 0xFFFF_0000  # no int
WIDE = 0x7FFF_FFFF_FFFF_FFFF
ODD = 0b1010_1010
SUM = 0x0F + 0xF0
PRIME = 0x9E3779B97F4A7C15
OCTAL = 0o17
LESS = -0x10


@cuda.jit("void(int64[:], uint32[:], int32[:])")
def signed(out, words, small):
    i = cuda.grid(1)
    if i < words.size:
        v = words[i]
        out[i] = (v & MASK) + (v & HIGH) + (v & 0xFFFFFFFF) - 0x80000000
        out[i] += (v ^ 0X0f0F) + (v | 0b1) * 0xA + (WIDE ^ i) + SUM + OCTAL + LESS
        out[i] ^= -0xFF + ODD + int32(0x7FFF) + uint8(0xF0)
        small[i] = (small[i] ^ 0x55) & 0x7FFFFFFF


@cuda.jit("void(uint64[:])")
def unsigned(state):
    i = cuda.grid(1)
    if i < state.size:
        z = state[i] + uint64(PRIME)
        z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
        state[i] = z ^ (z >> uint64(31))


def check(k, n=7):
    words = np.resize(
        np.array([0, 1, 0xFF, 0xFFFF, 0x12345678, 0x80000000, 0xFFFFFFFF], np.uint32), n
    )
    out, small = np.zeros(n, np.int64), np.arange(-3, n - 3).astype(np.int32)
    v, i = words.astype(np.int64), np.arange(n)
    expected = (v & 0xFF00) + (v & 0xFFFF0000) + v - 2**31
    with np.errstate(over="ignore"):
        expected = expected + (v ^ 0x0F0F) + (v | 1) * 10 + ((2**63 - 1) ^ i) + 255 + 15 - 16
    expected ^= -255 + 170 + 0x7FFF + 0xF0
    expected_small = (small ^ 0x55) & 0x7FFFFFFF
    k.signed[blocks(n), THREADS](out, words, small)
    same(out, expected)
    same(small, expected_small)

    state = np.arange(n, dtype=np.uint64) * np.uint64(2**61)
    with np.errstate(over="ignore"):
        z = state + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    k.unsigned[blocks(n), THREADS](state)
    same(state, z ^ (z >> np.uint64(31)))
