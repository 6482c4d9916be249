"""`int`, `float`, `bool` and NumPy's types as casts; stores into every type."""
import math

import numba
import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda, int8

Narrow = np.int16
KINDS = (
    np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64
)  # fmt: skip


@cuda.jit("void(float64[:], int64[:, :])")
def from_floats(x, out):
    """Towards zero; what does not fit saturates, NaN gives the highest bit alone."""
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = int(x[i])
        out[1, i] = np.int64(x[i])
        out[2, i] = np.int32(x[i])
        out[3, i] = np.uint32(x[i])
        out[4, i] = x[i]


@cuda.jit("void(int64[:], int64[:, :])")
def narrowed(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = np.int8(x[i])
        out[1, i] = Narrow(x[i])
        out[2, i] = np.int32(x[i])
        out[3, i] = np.uint8(x[i])
        out[4, i] = numba.uint16(x[i])
        out[5, i] = np.uint32(x[i])
        out[6, i] = int8(x[i] + 1)
        out[7, i] = int(x[i])


@cuda.jit("void(int32[:], float64[:, :])")
def to_floats(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = float(x[i]) / 3
        out[1, i] = np.float32(x[i]) / np.float32(3)
        out[2, i] = np.float64(x[i]) * 0.1
        out[3, i] = np.float32(x[i] * 0.1)


@cuda.jit("void(int32[:], float64[:], boolean[:, :])")
def to_bools(a, x, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = bool(a[i])
        out[1, i] = bool(x[i])
        out[2, i] = a[i]
        out[3, i] = x[i]
        out[4, i] = np.bool_(a[i])


@cuda.jit(
    "void(int64[:], int8[:], int16[:], int32[:], int64[:], uint8[:], uint16[:], uint32[:],"
    "uint64[:], float32[:], float64[:], boolean[:])"
)
def stored(x, i1, i2, i4, i8, u1, u2, u4, u8, f4, f8, b1):
    i = cuda.grid(1)
    if i < x.size:
        i1[i] = x[i]
        i2[i] = x[i]
        i4[i] = x[i]
        i8[i] = x[i]
        u1[i] = x[i]
        u2[i] = x[i]
        u4[i] = x[i]
        u8[i] = x[i]
        f4[i] = x[i]
        f8[i] = x[i]
        b1[i] = x[i]


@cuda.jit("void(boolean[:], int64[:, :])")
def from_bools(p, out):
    i = cuda.grid(1)
    if i < p.size:
        out[0, i] = p[i] + p[i]
        out[1, i] = int(p[i])
        out[2, i] = p[i] * 5
        out[3, i] = -p[i]
        out[4, i] = np.int32(p[i])


@cuda.jit("void(float32[:], float64[:], float32[:])")
def accumulators(x, wide, narrow):
    """`np.float32(0)` keeps a sum in float32, `0.0` makes it a float64."""
    if cuda.grid(1) == 0:
        total = 0.0
        rounded = np.float32(0)
        for i in range(x.size):
            total += x[i]
            rounded += x[i]
        wide[0] = total
        narrow[0] = rounded


def saturated(x, dtype):
    limits = np.iinfo(dtype)
    return [
        0 if math.isnan(v) else int(max(min(v, float(limits.max)), limits.min)) for v in x.tolist()
    ]


def check(k, n=200):
    x = np.concatenate([rng(1).uniform(-1000, 1000, n), [-0.5, 0.5, 2.5, -2.5]])[:n]
    x[: n // 2] = np.abs(x[: n // 2])
    positive = np.abs(x)
    out = np.zeros((5, n), np.int64)
    k.from_floats[blocks(n), THREADS](positive, out)
    same(out, np.tile(positive.astype(np.int64), (5, 1)))
    out = np.zeros((5, n), np.int64)
    k.from_floats[blocks(n), THREADS](x, out)
    same(out[[0, 1, 2, 4]], np.tile(x.astype(np.int64), (4, 1)))

    special = np.array([np.nan, np.inf, -np.inf, 1e300, -1e300, 2.0**31, -(2.0**31) - 1, 3e9])
    out = np.zeros((5, special.size), np.int64)
    k.from_floats[blocks(8), THREADS](special, out)
    big = [-(2**63), 2**63 - 1, -(2**63), 2**63 - 1, -(2**63), 2**31, -(2**31) - 1, 3 * 10**9]
    small = [-(2**31), 2**31 - 1, -(2**31), 2**31 - 1, -(2**31), 2**31 - 1, -(2**31), 2**31 - 1]
    unsigned = [2**31, 2**32 - 1, 0, 2**32 - 1, 0, 2**31, 0, 3 * 10**9]
    same(out, [big, big, small, unsigned, big])

    y = integers(n, np.int64, -(2**63), 2**63 - 1, 2)
    out = np.zeros((8, n), np.int64)
    k.narrowed[blocks(n), THREADS](y, out)
    with np.errstate(over="ignore"):
        z = y + 1
    kinds = [np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32]
    same(out, [*(y.astype(kind).astype(np.int64) for kind in kinds), z.astype(np.int8), y])

    a = integers(n, np.int32, -9, 9, 3)
    f = a.astype(np.float32)
    out = np.zeros((4, n))
    k.to_floats[blocks(n), THREADS](a, out)
    same(out, [a / 3.0, f / np.float32(3), a * 0.1, (a * 0.1).astype(np.float32)])

    g = np.where(a > 3, np.nan, a / 100)
    out = np.zeros((5, n), np.bool_)
    k.to_bools[blocks(n), THREADS](a, g, out)
    same(out, [a != 0, g != 0, a != 0, g != 0, a != 0])

    outs = [np.zeros(n, kind) for kind in (*KINDS, np.float32, np.float64, np.bool_)]
    k.stored[blocks(n), THREADS](y, *outs)
    for one in outs:
        same(one, y.astype(one.dtype))

    p = a > 0
    out = np.zeros((5, n), np.int64)
    k.from_bools[blocks(n), THREADS](p, out)
    q = p.astype(np.int64)
    same(out, [2 * q, q, 5 * q, -q, q])

    wide, narrow = np.zeros(1), np.zeros(1, np.float32)
    h = rng(4).uniform(0, 1, n).astype(np.float32)
    k.accumulators[1, 32](h, wide, narrow)
    total, rounded = 0.0, np.float32(0)
    for v in h:
        total += float(v)
        rounded += v
    same(wide, total)
    same(narrow, rounded)
