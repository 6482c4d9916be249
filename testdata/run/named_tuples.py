"""Named tuples: made in device code, as arguments and results, as constants and in loops."""

from collections import namedtuple
from typing import NamedTuple

import numpy as np
from case import THREADS, blocks, rng, same
from numba import cuda

Point = namedtuple("Point", "x y")
Pair = namedtuple("Pair", ["first", "second"], defaults=(10,))
ORIGIN = Point(1, 2.5)


class Box(NamedTuple):
    low: Point
    high: Point
    scale: float = 2.0


class Params(NamedTuple):
    """What a run is made of."""

    rate: np.float32
    steps: int
    register: float


@cuda.jit(device=True)
def centre(box):
    return Point((box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2)


@cuda.jit(device=True)
def moved(p, dx):
    """A device function returns one."""
    return Point(p.x + dx, y=p.y)


@cuda.jit("void(float64[:], float64[:], float64[:, :])")
def points(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        p = Point(x[i], y[i])
        q = moved(p, 1.5)
        out[0, i] = q.x
        out[1, i] = q[1]
        a, b = q
        out[2, i] = a + b
        box = Box(p, high=q)
        m = centre(box)
        out[3, i] = m.x * box.scale
        out[4, i] = Pair(m.y).first + Pair(1).second
        out[5, i] = ORIGIN.x + ORIGIN.y
        out[6, i] = 1 if p < q else 2
        best = p
        for k in range(3):
            best = Point(best.x + k, best.y)
        out[7, i] = best.x
        out[8, i] = len(p)


@cuda.jit
def with_params(x, params: Params, out):
    """Its fields are the arguments `params_rate`, `params_steps`, `params_register`."""
    i = cuda.grid(1)
    if i < x.size:
        value = x[i]
        for _ in range(params.steps):
            value = value * params.rate + params.register
        out[i] = value


def launch():
    x = np.zeros(10)
    with_params[1, 32](x, Params(np.float32(0.5), 3, 1.0), np.zeros(10))


def check(k, n=150):
    x, y = rng(1).uniform(-2, 2, (2, n))
    out = np.zeros((9, n))
    k.points[blocks(n), THREADS](x, y, out)
    middle_x = (x + (x + 1.5)) / 2
    expected = [x + 1.5, y, x + 1.5 + y, middle_x * 2, (y + y) / 2 + 10, 3.5, 1, x + 0 + 1 + 2, 2]
    for row, value in zip(out, expected, strict=True):
        same(row, value)

    out = np.zeros(n)
    k.with_params[blocks(n), THREADS](x, (np.float32(0.5), 3, 1.0), out)
    value = x
    for _ in range(3):
        value = value * np.float64(np.float32(0.5)) + 1.0
    same(out, value)
