"""Helpers as people write them: every decorator, defaults, keywords, and `cuda.jit` called."""

import math

import numba
import numpy as np
from case import THREADS, blocks, rng, same
from numba import cuda, jit, njit

SCALE = 3


@cuda.jit(device=True)
def scaled(x, factor=2.0):
    return x * factor


@cuda.jit
def shifted(x, by=1, *, times=SCALE):
    """A keyword-only parameter with a default."""
    return (x + by) * times


@njit
def clamped(x, low=0.0, high=1.0):
    return min(max(x, low), high)


@jit(nopython=True)
def digits(a, b, c=3, d=4):
    return a * 1000 + b * 100 + c * 10 + d


@cuda.jit(device=True)
def signed(x, up=True):
    if up:
        return x + 1
    return x - 1


@cuda.jit(device=True)
def spread(x, between=(1, 2.5)):
    return x * between[0] + between[1]


@cuda.jit(device=True)
def single(x, factor=np.float32(0.1)):
    """A default of NumPy's keeps its type."""
    return x * factor


@cuda.jit("float64(float64, float64)", device=True)
def typed(x, y=2):
    return x / y


def positions(x, /, y=2):
    return x * 10 + y


def hypotenuse(x, y):
    return math.sqrt(x * x + y * y)


def cube(x):
    return x * x * x


hypotenuse_gpu = cuda.jit(hypotenuse, device=True)
cube_gpu = cuda.jit(device=True)(cube)
gpu = cuda.jit(device=True)
positions_cpu = njit(positions)


@gpu
def halved(x):
    return x / 2


def called(x, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        out[i, 0] = scaled(x[i])
        out[i, 1] = scaled(x[i], factor=3)
        out[i, 2] = scaled(factor=0.5, x=x[i])
        out[i, 3] = shifted(x[i], times=2)
        out[i, 4] = shifted(x[i], 2)
        out[i, 5] = clamped(x[i], high=0.25)
        out[i, 6] = digits(1, 2, d=9)
        out[i, 7] = digits(d=1, c=2, b=3, a=4)
        out[i, 8] = hypotenuse_gpu(x[i], 4.0)
        out[i, 9] = hypotenuse_gpu(y=x[i], x=3.0)
        out[i, 10] = cube_gpu(x[i])
        out[i, 11] = signed(x[i]) + 100 * signed(x[i], up=False)
        out[i, 12] = spread(x[i]) + spread(x[i], between=(2, 0.5))
        out[i, 13] = single(x[i])
        out[i, 14] = typed(x[i]) + typed(x[i], y=4)
        out[i, 15] = positions_cpu(x[i]) + positions_cpu(x[i], y=7)
        out[i, 16] = halved(x[i])


called_gpu = cuda.jit("void(float64[:], float64[:, :])")(called)


def check(k, n=101):
    x = rng(7).random(n)
    out = np.zeros((n, 17))
    k.called_gpu[blocks(n), THREADS](x, out)
    expected = np.stack(
        [
            x * 2,
            x * 3,
            x * 0.5,
            (x + 1) * 2,
            (x + 2) * SCALE,
            np.minimum(x, 0.25),
            x * 0 + 1239,
            x * 0 + 4321,
            np.sqrt(x * x + 16),
            np.sqrt(9 + x * x),
            x * x * x,
            (x + 1) + 100 * (x - 1),
            (x * 1 + 2.5) + (x * 2 + 0.5),
            x * np.float64(np.float32(0.1)),
            x / 2 + x / 4,
            (x * 10 + 2) + (x * 10 + 7),
            x / 2,
        ],
        axis=1,
    )
    same(out, expected)
    # Numba on the CPU agrees about defaults and keywords.
    assert numba.njit(lambda v: clamped(v, high=0.25))(0.5) == 0.25
    assert digits(d=1, c=2, b=3, a=4) == 4321
