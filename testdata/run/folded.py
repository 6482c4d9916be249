"""Expressions of constants are numbers before anything has a type, as CPython's compiler has them."""
import numpy as np
from case import same
from numba import cuda


@cuda.jit("void(float64[:])")
def folded_floats(out):
    eps = 10 ** -6
    out[0] = eps
    out[1] = 3 * 2 ** -1
    out[2] = (1, 2.5)[1] ** -2
    out[3] = 1 / 3
    out[4] = 1e308 * 10
    out[5] = -0.0 * 1
    out[6] = 9007199254740993 / 3
    out[7] = 2.0 ** (1 + 1)
    out[8] = out[3] ** (5 - 3)
    out[9] = abs((-8) ** (1 / 3))
    out[10] = -7.5 // 2 + -7.5 % 2


@cuda.jit("void(int64[:])")
def folded_ints(out):
    out[0] = -9223372036854775808
    out[1] = (1 << 100) // (1 << 90)
    out[2] = 60 * 60 * 24
    out[3] = 100000 * 100000
    out[4] = (10, 20, 30)[-1]
    out[5] = ~5 & 0xff
    out[6] = 2 ** 64 % 1000003
    out[7] = -7 // 2 * 10 + -7 % 3
    out[8] = True + True
    out[9] = "abc"[1] == "b"
    out[10] = not ()
    out[11] = (18446744073709551616 - 1) // 3
    if 2 - 2:
        out[11] = None
    values = (5, 6, 7)
    out[12] = values[2 - 1]
    tile = cuda.local.array(2 ** 3, np.int64)
    out[13] = len(tile)


@cuda.jit("void(uint64[:])")
def folded_unsigned(out):
    out[0] = 2 ** 64 - 1
    out[1] = 0x8000_0000_0000_0000 + 1
    out[2] = ~-(1 << 63)


@cuda.jit("void(complex128[:])")
def folded_complexes(out):
    out[0] = 2 + 3j
    out[1] = (1 + 2j) ** 3 / (1 - 1j)
    out[2] = (-8) ** 0.5
    out[3] = 1j * 1j


def check(k, n=1):
    out = np.full(11, 7.0)
    k.folded_floats[1, 1](out)
    third = 1 / 3
    expected = [10 ** -6, 3 * 2 ** -1, 2.5 ** -2, 1 / 3, np.inf, -0.0, 9007199254740993 / 3, 4.0]
    same(out, [*expected, third * third, abs((-8) ** (1 / 3)), -7.5 // 2 + -7.5 % 2])
    out = np.zeros(14, np.int64)
    k.folded_ints[1, 1](out)
    expected = [-(2**63), 1024, 86400, 10**10, 30, 250, 2**64 % 1000003, -38, 2, 1, 1]
    same(out, [*expected, (2**64 - 1) // 3, 6, 8])
    out = np.zeros(3, np.uint64)
    k.folded_unsigned[1, 1](out)
    same(out, np.array([2**64 - 1, 2**63 + 1, 2**63 - 1], np.uint64))
    out = np.zeros(4, np.complex128)
    k.folded_complexes[1, 1](out)
    same(out, [2 + 3j, (1 + 2j) ** 3 / (1 - 1j), (-8) ** 0.5, -1])
