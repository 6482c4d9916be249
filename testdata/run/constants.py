"""Module constants: numbers, arithmetic on them, `math`, dtype names, tuples, arrays."""
import math
from math import pi as PI

import numpy as np
from case import THREADS, blocks, same
from numba import cuda, float32

N = 16
HALF = N // 2
SCALE = 1.5 * N - 2**3
NEGATIVE = -7 % 3
MASK = 0xFF & ~3
ROOT = math.sqrt(2.0)
TAU = 2 * math.pi
SMALL = np.float32(0.1)
BYTE = np.uint8(250)
FLAG = N > 10
NOTHING = not FLAG
REAL = np.float32
INTEGER = float32
SHAPE = (4, N)
MIXED = (1, 2.5, True)
LARGE = 2**40
BIG = 1 << 63
CHOSEN = 3 if FLAG else 4
A = B = 5
WEIGHTS = np.array([1, 2, 3, 2, 1], dtype=np.float32)
TABLE = np.array([[1, 2, 3], [4, 5, 6]], np.int64)
LIMIT = 10
LIMIT = 20
FIRST, SECOND = 1, 2


@cuda.jit("void(float64[:])")
def scalars(out):
    if cuda.grid(1) == 0:
        out[0] = N
        out[1] = HALF
        out[2] = SCALE
        out[3] = NEGATIVE
        out[4] = MASK
        out[5] = ROOT
        out[6] = TAU
        out[7] = SMALL
        out[8] = BYTE
        out[9] = 1 if FLAG else 2
        out[10] = 1 if NOTHING else 2
        out[11] = REAL(0.1)
        out[12] = INTEGER(0.3)
        out[13] = SHAPE[1]
        out[14] = MIXED[1]
        out[15] = LARGE
        out[16] = CHOSEN
        out[17] = A + B
        out[18] = LIMIT
        out[19] = PI
        out[20] = math.e
        out[21] = np.pi
        out[22] = FIRST - SECOND
        out[23] = math.inf
        out[24] = BIG


@cuda.jit("void(float32[:], float64[:], float32[:])")
def typed_constants(x, wide, narrow):
    """A Python float is a float64, an np.float32 is not."""
    i = cuda.grid(1)
    if i < x.size:
        wide[i] = x[i] * ROOT
        narrow[i] = x[i] * SMALL


@cuda.jit("void(float64[:], float64[:], int64[:])")
def constant_arrays(x, out, table):
    i = cuda.grid(1)
    weights = cuda.const.array_like(WEIGHTS)
    if i < x.size:
        total = 0.0
        for j in range(weights.size):
            m = i + j - 2
            if m >= 0 and m < x.size:
                total += x[m] * weights[j]
        out[i] = total
        table[i] = TABLE[i % 2, -1 - i % 3] + TABLE.shape[1]


@cuda.jit("void(int32[:])")
def shadowed(out):
    """A local name hides the module's."""
    i = cuda.grid(1)
    if i < out.size:
        N = 3
        out[i] = N


def check(k, n=100):
    out = np.zeros(25)
    k.scalars[1, 32](out)
    expected = [
        N, HALF, SCALE, NEGATIVE, MASK, ROOT, TAU, np.float32(0.1), 250, 1, 2, np.float32(0.1),
        np.float32(0.3), 16, 2.5, 2**40, 3, 10, 20, math.pi, math.e, math.pi, -1, math.inf, 2.0**63,
    ]  # fmt: skip
    same(out, expected)

    x = np.linspace(0, 1, n).astype(np.float32)
    wide, narrow = np.zeros(n), np.zeros(n, np.float32)
    k.typed_constants[blocks(n), THREADS](x, wide, narrow)
    same(wide, x.astype(np.float64) * ROOT)
    same(narrow, x * SMALL)

    x, out, table = np.arange(n) * 1.0, np.zeros(n), np.zeros(n, np.int64)
    k.constant_arrays[blocks(n), THREADS](x, out, table)
    if n:
        same(out, np.convolve(x, WEIGHTS.astype(np.float64))[2 : n + 2])
    i = np.arange(n)
    same(table, TABLE[i % 2, -1 - i % 3] + 3)

    out = np.zeros(n, np.int32)
    k.shadowed[blocks(n), THREADS](out)
    same(out, 3)
