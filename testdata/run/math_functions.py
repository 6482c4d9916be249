"""All of `math` on float32, float64 and integers, within four units in the last place."""
import math

import numpy as np
from case import THREADS, blocks, close, integers, rng, same
from numba import cuda

UNIT = (-0.99, 0.99)
REAL = (-8.0, 8.0)
POSITIVE = (0.01, 20.0)
FUNCTIONS = {
    "acos": UNIT, "asin": UNIT, "atan": REAL, "acosh": (1.01, 9.0), "asinh": REAL, "atanh": UNIT,
    "cos": REAL, "sin": REAL, "tan": UNIT, "cosh": REAL, "sinh": REAL, "tanh": REAL,
    "exp": REAL, "expm1": REAL, "log": POSITIVE, "log10": POSITIVE, "log1p": POSITIVE,
    "log2": POSITIVE, "sqrt": POSITIVE, "fabs": REAL, "erf": REAL, "erfc": (-2.0, 2.0),
    "gamma": POSITIVE, "lgamma": (4.0, 20.0), "degrees": REAL, "radians": REAL,
}  # fmt: skip


@cuda.jit(["void(float64[:], float64[:, :])", "void(float32[:], float32[:, :])"])
def unary(x, out):
    i = cuda.grid(1)
    if i < x.shape[0] // 26:
        n = x.shape[0] // 26
        out[0, i] = math.acos(x[i])
        out[1, i] = math.asin(x[n + i])
        out[2, i] = math.atan(x[2 * n + i])
        out[3, i] = math.acosh(x[3 * n + i])
        out[4, i] = math.asinh(x[4 * n + i])
        out[5, i] = math.atanh(x[5 * n + i])
        out[6, i] = math.cos(x[6 * n + i])
        out[7, i] = math.sin(x[7 * n + i])
        out[8, i] = math.tan(x[8 * n + i])
        out[9, i] = math.cosh(x[9 * n + i])
        out[10, i] = math.sinh(x[10 * n + i])
        out[11, i] = math.tanh(x[11 * n + i])
        out[12, i] = math.exp(x[12 * n + i])
        out[13, i] = math.expm1(x[13 * n + i])
        out[14, i] = math.log(x[14 * n + i])
        out[15, i] = math.log10(x[15 * n + i])
        out[16, i] = math.log1p(x[16 * n + i])
        out[17, i] = math.log2(x[17 * n + i])
        out[18, i] = math.sqrt(x[18 * n + i])
        out[19, i] = math.fabs(x[19 * n + i])
        out[20, i] = math.erf(x[20 * n + i])
        out[21, i] = math.erfc(x[21 * n + i])
        out[22, i] = math.gamma(x[22 * n + i])
        out[23, i] = math.lgamma(x[23 * n + i])
        out[24, i] = math.degrees(x[24 * n + i])
        out[25, i] = math.radians(x[25 * n + i])


@cuda.jit(["void(float64[:], float64[:], float64[:, :])", "void(float32[:], float32[:], float32[:, :])"])
def binary(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = math.atan2(x[i], y[i])
        out[1, i] = math.hypot(x[i], y[i])
        out[2, i] = math.pow(math.fabs(x[i]), y[i])
        out[3, i] = math.copysign(x[i], y[i])
        out[4, i] = math.fmod(x[i], y[i])


@cuda.jit("void(float64[:], float64[:, :])")
def rounding(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = math.floor(x[i])
        out[1, i] = math.ceil(x[i])
        out[2, i] = math.trunc(x[i])
        fraction, whole = math.modf(x[i])
        out[3, i] = fraction
        out[4, i] = whole
        mantissa, exponent = math.frexp(x[i])
        out[5, i] = mantissa
        out[6, i] = exponent
        out[7, i] = math.ldexp(x[i], 3)


@cuda.jit("void(float64[:], boolean[:, :])")
def classes(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = math.isnan(x[i])
        out[1, i] = math.isinf(x[i])
        out[2, i] = math.isfinite(x[i])


@cuda.jit("void(int32[:], float64[:, :])")
def of_integers(a, out):
    """An integer gives a float64."""
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = math.sqrt(a[i])
        out[1, i] = math.exp(a[i] - 10)
        out[2, i] = math.floor(a[i])
        out[3, i] = math.hypot(a[i], 3)


def check(k, n=130):
    for dtype in (np.float64, np.float32):
        rows = [rng(j).uniform(*limits, n).astype(dtype) for j, limits in enumerate(FUNCTIONS.values())]
        out = np.zeros((26, n), dtype)
        k.unary[blocks(n), THREADS](np.concatenate(rows), out)
        for row, name, got in zip(rows, FUNCTIONS, out):
            close(got, [getattr(math, name)(float(v)) for v in row])

        x, y = rng(99).uniform(0.5, 9, (2, n)).astype(dtype)
        x[::2] *= -1
        y[::3] *= -1
        out = np.zeros((5, n), dtype)
        k.binary[blocks(n), THREADS](x, y, out)
        p, q = x.astype(np.float64), y.astype(np.float64)
        close(out[:3], [np.arctan2(p, q), np.hypot(p, q), np.abs(p) ** q])
        same(out[3:], [np.copysign(x, y), np.fmod(x, y)])

    x = np.concatenate([rng(5).uniform(-9, 9, n), [2.0, -2.0, 0.0, -0.0]])[-n or 4 :]
    n = x.size
    out = np.zeros((8, n))
    k.rounding[blocks(n), THREADS](x, out)
    same(
        out,
        [np.floor(x), np.ceil(x), np.trunc(x), *np.modf(x), *np.frexp(x), x * 8],
    )

    x = np.array([0.0, 1.5, np.nan, np.inf, -np.inf])
    out = np.zeros((3, 5), np.bool_)
    k.classes[1, 32](x, out)
    same(out, [np.isnan(x), np.isinf(x), np.isfinite(x)])

    a = integers(n, np.int32, 0, 20, 6)
    out = np.zeros((4, n))
    k.of_integers[blocks(n), THREADS](a, out)
    close(out, [np.sqrt(a), np.exp(a - 10.0), a, np.hypot(a, 3)])
