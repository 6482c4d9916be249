"""`min` and `max` of a tuple compare its items, as Python does: a NaN in front stays. Parts of a
complex number that is made of a real one."""

import numpy as np
from case import same
from numba import cuda

FIXED_LAUNCH = ("tuple_extremes",)


@cuda.jit(device=True)
def min_of_pair(x, y):
    return min((x, y))


@cuda.jit(device=True)
def max_of_pair(x, y):
    pair = (x, y)
    return max(pair)


@cuda.jit("void(float64[:], float32[:], float64[:, :])")
def tuple_extremes(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = min_of_pair(a[i], 1.0)
        out[1, i] = min_of_pair(1.0, a[i])
        out[2, i] = max_of_pair(a[i], 1.0)
        out[3, i] = max_of_pair(b[i], np.float32(1.0))
        out[4, i] = min((a[i], 1.0, -1.0))
        out[5, i] = complex(a[i]).real + complex(b[i]).imag


def check(k):
    nan, inf = np.nan, np.inf
    a = np.array([nan, 0.5, 2.0, -inf])
    out = np.zeros((6, 4))
    k.tuple_extremes[1, 4](a, a.astype(np.float32), out)
    same(out[0], [nan, 0.5, 1.0, -inf])
    same(out[1], [1.0, 0.5, 1.0, -inf])
    same(out[2], [nan, 1.0, 2.0, 1.0])
    same(out[3], [nan, 1.0, 2.0, 1.0])
    same(out[4], [nan, -1.0, -1.0, -inf])
    same(out[5], a)
