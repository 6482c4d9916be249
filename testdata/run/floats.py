"""Float arithmetic: float32 stays float32 until a float64 or an int64 meets it."""
import numpy as np
from case import THREADS, blocks, close, rng, same
from numba import cuda


@cuda.jit("void(float32[:], float32[:], float32[:, :])")
def single(a, b, out):
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


@cuda.jit("void(float32[:], float64[:, :])")
def widened(a, out):
    """An int literal and a float literal make a float32 a float64; an int16 does not."""
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] * 3
        out[1, i] = a[i] * 0.1
        out[2, i] = a[i] + i
        out[3, i] = a[i] * np.float32(0.1)
        out[4, i] = a[i] * np.int16(3) * np.float32(0.1)
        out[5, i] = a[i] / 3


@cuda.jit("void(float64[:], float64[:], float64[:, :])")
def double(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] + b[i] * a[i]
        out[1, i] = (a[i] - b[i]) / (a[i] + b[i])
        out[2, i] = a[i] // b[i]
        out[3, i] = a[i] % b[i]
        out[4, i] = a[i] - (b[i] - a[i])
        out[5, i] = a[i] / b[i] / a[i]
        out[6, i] = a[i] / (b[i] / a[i])


@cuda.jit("void(float64[:], float64[:, :])")
def floor_and_modulo(a, out):
    """Signs of the divisor, as in Python."""
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] // 0.75
        out[1, i] = a[i] % 0.75
        out[2, i] = a[i] // -0.75
        out[3, i] = a[i] % -0.75


@cuda.jit("void(float64[:], float64[:, :])")
def powers(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] ** 2
        out[1, i] = a[i] ** 0.5
        out[2, i] = a[i] ** -1
        out[3, i] = 2.0 ** a[i]
        out[4, i] = a[i] ** a[i]


@cuda.jit("void(float64[:], float64[:], boolean[:, :])")
def special_values(a, b, out):
    """Comparisons with NaN, infinities and both zeros."""
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] < b[i]
        out[1, i] = a[i] <= b[i]
        out[2, i] = a[i] == b[i]
        out[3, i] = a[i] != b[i]
        out[4, i] = a[i] > b[i]
        out[5, i] = a[i] >= b[i]


@cuda.jit("void(float32, float64, float32[:], float64[:])")
def scalars(a, b, out32, out64):
    i = cuda.grid(1)
    if i < out32.size:
        out32[i] = a + b
        out64[i] = a + b


def check(k, n=300):
    x, y = rng(1).uniform(-10, 10, (2, n)).astype(np.float32)
    out = np.zeros((6, n), np.float32)
    k.single[blocks(n), THREADS](x, y, out)
    same(out, [x + y, x - y, x * y, x / y, -x, abs(x)])

    out = np.zeros((6, n))
    k.widened[blocks(n), THREADS](x, out)
    w, tenth = x.astype(np.float64), np.float32(0.1)
    same(out, [w * 3, w * 0.1, w + np.arange(n), x * tenth, x * np.float32(3) * tenth, w / 3])

    x, y = rng(2).uniform(0.5, 10, (2, n))
    out = np.zeros((7, n))
    k.double[blocks(n), THREADS](x, y, out)
    same(
        out,
        [
            x + y * x,
            (x - y) / (x + y),
            x // y,
            x % y,
            x - (y - x),
            x / y / x,
            x / (y / x),
        ],
    )

    x = np.concatenate([rng(3).uniform(-5, 5, n), [0.0, 0.75, -0.75, 1.5, -1.5]])[:n]
    out = np.zeros((4, n))
    k.floor_and_modulo[blocks(n), THREADS](x, out)
    same(out, [x // 0.75, x % 0.75, x // -0.75, x % -0.75])

    x = rng(4).uniform(0.1, 10, n)
    out = np.zeros((5, n))
    k.powers[blocks(n), THREADS](x, out)
    close(out, [x**2, x**0.5, x**-1.0, 2.0**x, x**x])

    values = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan]
    x, y = (grid.ravel().copy() for grid in np.meshgrid(values, values))
    out = np.zeros((6, x.size), np.bool_)
    k.special_values[blocks(x.size), THREADS](x, y, out)
    same(out, [x < y, x <= y, x == y, x != y, x > y, x >= y])

    out32, out64 = np.zeros(n, np.float32), np.zeros(n)
    k.scalars[blocks(n), THREADS](0.1, 0.2, out32, out64)
    same(out64, np.float64(np.float32(0.1)) + 0.2)
    same(out32, np.float32(np.float64(np.float32(0.1)) + 0.2))
