"""`len`, `abs`, `min`, `max`, `round`, `divmod`; NaN in `min` and `max`."""
import numpy as np
from case import THREADS, blocks, close, integers, rng, same
from numba import cuda


@cuda.jit("void(int32[:], int32[:], int64[:, :])")
def of_integers(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = min(a[i], b[i])
        out[1, i] = max(a[i], b[i])
        out[2, i] = abs(a[i])
        out[3, i] = min(a[i], b[i], 0)
        out[4, i] = max(a[i], 3, b[i])
        out[5, i] = max(a[i], 3, b[i], 7)
        q, r = divmod(a[i], 7)
        out[6, i] = q
        out[7, i] = r


@cuda.jit("void(float64[:], float64[:], float64[:, :])")
def of_floats(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = min(a[i], b[i])
        out[1, i] = max(a[i], b[i])
        out[2, i] = abs(a[i])
        out[3, i] = max(a[i], 0)
        out[4, i] = max(min(a[i], 1.0), -1.0)


@cuda.jit("void(float64[:], int64[:])")
def rounded(a, out):
    """To the even neighbour."""
    i = cuda.grid(1)
    if i < a.size:
        out[i] = round(a[i])


@cuda.jit("void(float64[:], float64[:])")
def rounded_digits(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = round(a[i], 2)


@cuda.jit("void(float32[:], float32[:, ::1], int64[:])")
def lengths(a, b, out):
    if cuda.grid(1) == 0:
        out[0] = len(a)
        out[1] = len(b)
        out[2] = a.size
        out[3] = b.size
        out[4] = b.shape[1]
        out[5] = b.ndim
        out[6] = len(b.shape)


def check(k, n=200):
    a, b = integers(n, np.int32, -50, 50, 1), integers(n, np.int32, -50, 50, 2)
    x = a.astype(np.int64)
    low, high = np.minimum(a, b), np.maximum(a, b)
    out = np.zeros((8, n), np.int64)
    k.of_integers[blocks(n), THREADS](a, b, out)
    same(
        out,
        [low, high, abs(a), np.minimum(low, 0), np.maximum(high, 3), np.maximum(high, 7), x // 7, x % 7],
    )

    values = [0.0, 1.5, -2.5, np.inf, -np.inf, np.nan, 7.0]
    f, g = (grid.ravel().copy() for grid in np.meshgrid(values, values))
    out = np.zeros((5, f.size))
    k.of_floats[blocks(f.size), THREADS](f, g, out)
    same(out[0], np.fmin(f, g))
    same(out[1], np.fmax(f, g))
    same(out[2], abs(f))
    same(out[3], np.where(f < 0, 0.0, f))
    same(out[4], np.fmax(np.fmin(f, 1.0), -1.0))

    h = np.arange(n) / 4 - 10
    out = np.zeros(n, np.int64)
    k.rounded[blocks(n), THREADS](h, out)
    same(out, np.rint(h))

    r = rng(3).uniform(-10, 10, n)
    out = np.zeros(n)
    k.rounded_digits[blocks(n), THREADS](r, out)
    close(out, [round(v, 2) for v in r.tolist()])

    out = np.zeros(7, np.int64)
    k.lengths[1, 32](np.zeros(n, np.float32), np.zeros((4, 6), np.float32), out)
    same(out, [n, 4, n, 24, 6, 2, 2])
