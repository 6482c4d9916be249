"""A module with a name that C++ keeps for itself, and functions of another one."""

import numba
import numpy as np
from numba import cuda

from .device import half

BLOCK = 64
RATE = np.float32(0.5)
point = np.dtype([("x", np.float32), ("y", np.float32)], align=True)
points = numba.from_dtype(point)


class Config:
    STEPS = 3


class Steps:
    @cuda.jit("void(int64[:])")
    def count(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] += Config.STEPS


@cuda.jit("void(float32[:])")
def halve(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = half(x[i])


@cuda.jit("void(float64[:], int64)")
def größer(x, by):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += by


@cuda.jit(numba.void(points[:]))
def mirror(points):
    i = cuda.grid(1)
    if i < points.size:
        points[i].x = -points[i].x


@cuda.jit("void(float32[:])")
def __own__(x):
    x[0] = 7


def launched(x):
    halve[1, BLOCK](x)
