"""float16: arithmetic that rounds once, casts, comparisons, `math`, arrays of every kind."""

import math

import numpy as np
from case import THREADS, blocks, close, rng, same
from numba import cuda
from numba.cuda import fp16
from numba.types import float16

TILE = 64
HALF = np.float16(0.1)
WEIGHTS = np.array([0.5, 1.5, 2.25], np.float16)


def halves(n, seed):
    """All sizes, subnormal ones too, and what is special."""
    values = (rng(seed).normal(0, 1, n) * 2.0 ** rng(seed + 50).integers(-20, 15, n)).astype(
        np.float16
    )
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 65504, 6e-8, -6.1e-5], np.float16)
    values[: min(n, 8)] = special[: min(n, 8)]
    return values


@cuda.jit("void(float16[:], float16[:], float16[:, :])")
def arithmetic(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        y = b[i]
        out[0, i] = x + y
        out[1, i] = x - y
        out[2, i] = x * y
        out[3, i] = x / y
        out[4, i] = -x
        out[5, i] = abs(x)
        x += y
        out[6, i] = x * y
        out[7, i] = x if y > a[i] else y


@cuda.jit("void(float16[:], float16[:], int32[:, :])")
def comparisons(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] < b[i]
        out[1, i] = a[i] <= b[i]
        out[2, i] = a[i] > b[i]
        out[3, i] = a[i] >= b[i]
        out[4, i] = a[i] == b[i]
        out[5, i] = a[i] != b[i]
        out[6, i] = 1 if a[i] else 0
        out[7, i] = not b[i]


@cuda.jit(
    "void(float16[:], float32[:], float64[:], int64[:], float32[:, :], float16[:, :], int64[:])"
)
def casts(h, x, y, n, wide, out, whole):
    i = cuda.grid(1)
    if i < h.size:
        wide[0, i] = h[i]
        wide[1, i] = np.float32(h[i]) * x[i]
        wide[2, i] = h[i] * x[i]
        wide[3, i] = h[i] ** 2
        wide[4, i] = h[i] * n[i]
        out[0, i] = x[i]
        out[1, i] = y[i]
        out[2, i] = n[i]
        out[3, i] = np.float16(y[i]) + HALF
        out[4, i] = WEIGHTS[i % 3] * float16(2)
        whole[i] = np.int64(h[i])


@cuda.jit("void(float16[:], float16[:, :])")
def functions(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = math.sqrt(a[i])
        out[1, i] = math.floor(a[i])
        out[2, i] = math.ceil(a[i])
        out[3, i] = math.trunc(a[i])
        out[4, i] = math.fabs(a[i])
        out[5, i] = math.exp(a[i])
        out[6, i] = math.log(a[i])
        out[7, i] = math.sin(a[i])
        out[8, i] = math.cos(a[i])
        out[9, i] = math.tanh(a[i])
        out[10, i] = math.exp2(a[i])
        out[11, i] = math.log2(a[i])
        out[12, i] = math.log10(a[i])


@cuda.jit("void(float16[:], float16[:], float16[:, :], int32[:, :])")
def intrinsics(a, b, out, flags):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        y = b[i]
        out[0, i] = fp16.hadd(x, y)
        out[1, i] = fp16.hsub(x, y)
        out[2, i] = fp16.hmul(x, y)
        out[3, i] = fp16.hdiv(x, y)
        out[4, i] = fp16.hfma(x, y, x)
        out[5, i] = fp16.hneg(fp16.habs(x))
        out[6, i] = fp16.hmax(x, y)
        out[7, i] = fp16.hmin(x, y)
        out[8, i] = fp16.hrint(x)
        out[9, i] = max(x, y)
        flags[0, i] = fp16.heq(x, y)
        flags[1, i] = fp16.hne(x, y)
        flags[2, i] = fp16.hlt(x, y)
        flags[3, i] = fp16.hge(x, y)
        flags[4, i] = x.view(np.int16)


@cuda.jit(device=True)
def doubled(x):
    return x + x, x


@cuda.jit("void(float16[:], float16, float16[:])")
def through_shared_memory(a, scale, out):
    tile = cuda.shared.array(TILE, float16)
    own = cuda.local.array(2, np.float16)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    own[0], own[1] = doubled(a[i] if i < a.size else float16(0))
    tile[t] = own[0] * scale - own[1]
    cuda.syncthreads()
    if i < a.size:
        out[i] = tile[t]


FIXED_LAUNCH = {"through_shared_memory"}


@np.errstate(all="ignore")
def check(k, n=300):
    a, b = halves(n, 1), halves(n, 2)[::-1].copy()
    out = np.zeros((8, n), np.float16)
    k["arithmetic"][blocks(n), THREADS](a, b, out)
    same(out[0], a + b)
    same(out[1], a - b)
    same(out[2], a * b)
    same(out[3], a / b)
    same(out[4].view(np.uint16), a.view(np.uint16) ^ 0x8000)
    same(out[5], abs(a))
    same(out[6], (a + b) * b)
    same(out[7], np.where(b > a, a + b, b))
    flags = np.zeros((8, n), np.int32)
    k["comparisons"][blocks(n), THREADS](a, b, flags)
    expected = [a < b, a <= b, a > b, a >= b, a == b, a != b, a != 0, b == 0]
    same(flags, np.array(expected).reshape(8, n))

    out, flags = np.zeros((10, n), np.float16), np.zeros((5, n), np.int32)
    k["intrinsics"][blocks(n), THREADS](a, b, out, flags)
    x, y = a.astype(np.float64), b.astype(np.float64)
    for found, expected in zip(out, (a + b, a - b, a * b, a / b, (x * y + x), -abs(a))):
        same(found, np.asarray(expected).astype(np.float16))
    np.testing.assert_array_equal(out[6], np.fmax(a, b))
    np.testing.assert_array_equal(out[7], np.fmin(a, b))
    same(out[8], np.rint(a))
    np.testing.assert_array_equal(out[9], np.where(b > a, b, a))
    number = ~np.isnan(a) & ~np.isnan(b)
    expected = [a == b, (a != b) & number, a < b, a >= b, a.view(np.int16)]
    same(flags, np.array(expected).reshape(5, n))

    h = halves(n, 3)
    h[: min(n, 5)] = 1
    x = (rng(4).normal(0, 1, n) * 2.0 ** rng(5).integers(-24, 16, n)).astype(np.float32)
    y = rng(6).normal(0, 1, n) * 2.0 ** rng(7).integers(-26, 17, n)
    y[: min(n, 3)] = [2049 * (1 + 2**-40), 65519.999, 2**-25][: min(n, 3)]
    m = rng(8).integers(-70000, 70000, n)
    wide, out = np.zeros((5, n), np.float32), np.zeros((5, n), np.float16)
    whole = np.zeros(n, np.int64)
    k["casts"][blocks(n), THREADS](h, x, y, m, wide, out, whole)
    single = h.astype(np.float32)
    same(wide[0], single)
    same(wide[1], single * x)
    same(wide[2], single * x)
    close(wide[3], single.astype(np.float64) ** 2)
    same(wide[4], (h.astype(np.float64) * m).astype(np.float32))
    same(out[0], x.astype(np.float16))
    same(out[1], y.astype(np.float16))
    same(out[2], m.astype(np.float64).astype(np.float16))
    same(out[3], y.astype(np.float16) + HALF)
    same(out[4], np.array([1, 3, 4.5], np.float16)[np.arange(n) % 3])
    same(whole, np.trunc(h.astype(np.float64)))

    a = rng(9).uniform(0.01, 9, n).astype(np.float16)
    out = np.zeros((13, n), np.float16)
    k["functions"][blocks(n), THREADS](a, out)
    exact = [np.sqrt, np.floor, np.ceil, np.trunc, np.fabs]
    near = [np.exp, np.log, np.sin, np.cos, np.tanh, np.exp2, np.log2, np.log10]
    for function, found in zip(exact, out):
        same(found, function(a.astype(np.float32)).astype(np.float16))
    for function, found in zip(near, out[5:]):
        expected = function(a.astype(np.float64))
        np.testing.assert_allclose(found.astype(np.float64), expected, 2e-3, 1e-3)

    a = rng(10).normal(0, 1, n).astype(np.float16)
    out = np.zeros(n, np.float16)
    k["through_shared_memory"][blocks(n, TILE), TILE](a, np.float16(0.75), out)
    same(out, (a + a) * np.float16(0.75) - a)
