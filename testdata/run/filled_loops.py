"""Loops that run at least once set what stands behind them; variables keep Numba's types."""

import numpy as np
from case import same
from numba import cuda

ROUNDS = 4
PLACES = (2, 0, 1)

FIXED_LAUNCH = ("filled",)


@cuda.jit(device=True)
def last_sum(a):
    for i in range(ROUNDS):
        x = a[i]
    return x * 10 + i


@cuda.jit(device=True)
def found_at(a, wanted):
    for k, place in enumerate(PLACES):
        value = a[place]
        if value == wanted:
            break
    return k * 100 + value


@cuda.jit(device=True)
def by_else(a):
    for p in (1, 3):
        for q in range(2, 8, 5):
            low = a[p] + q
        if low < 0:
            break
    else:
        return low * 2
    return low * 3 + p


@cuda.jit(device=True)
def grown(a):
    x = a[0]
    for i in range(2):
        y = x
        x = y * 0.5
    return x + y


@cuda.jit(device=True)
def back(a):
    while True:
        z = a[3]
        for c in range(ROUNDS, 0, -2):
            z -= c
            if z < 3:
                w = z
                break
            w = 0
        if w < 3:
            return w + c


@cuda.jit("void(int32[:], int64[:], float64[:])")
def filled(a, out, grown_out):
    i = cuda.grid(1)
    if i == 0:
        out[0] = last_sum(a)
        out[1] = found_at(a, 7)
        out[2] = found_at(a, 99)
        out[3] = by_else(a)
        out[4] = back(a)
        grown_out[0] = grown(a)


def check(k):
    a = np.array([7, 5, 3, 8], np.int32)
    out, grown_out = np.zeros(5, np.int64), np.zeros(1)
    k.filled[1, 2](a, out, grown_out)
    same(out, [83, 107, 205, 30, 4])
    same(grown_out, [7 * 0.25 + 7 * 0.5])
