# pycu: transpile --host -o {out}
"""Functions that the host calls: they return values, and raise what Numba's njit raises."""

from collections import namedtuple

from numba import cuda

Point = namedtuple("Point", "x y")


@cuda.jit(device=True)
def checked(n, d):
    if n < 0:
        raise ValueError("too small")
    return n // d


@cuda.jit(["(float64[::1], int64)", "(float32[:, :], int64)"], device=True)
def ratio(a, n):
    """What is left of n."""
    a[0] = 1
    return a.size / n


@cuda.jit("(NamedTuple((int64, complex128), Point), UniTuple(int64, 2))", device=True)
def moved(p, by):
    return Point(checked(p.x, by[0]), p.y / 2j), by[1] > 0


@cuda.jit("()", device=True)
def nothing():
    return None
