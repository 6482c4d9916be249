"""Arrays in tuples are const where nobody writes through them."""

from collections import namedtuple

from numba import cuda

Pair = namedtuple("Pair", "source target")


@cuda.jit("void(UniTuple(float64[:], 2), UniTuple(float64, 2), float64[:])")
def weighted(arrays, weights, out):
    i = cuda.grid(1)
    if i < out.size:
        for a, w in zip(arrays, weights):
            out[i] += a[i] * w


@cuda.jit(device=True)
def swapped(t):
    return t[1], t[0]


@cuda.jit("void(UniTuple(float64[::1], 2))")
def first_written(t):
    u = swapped(t)
    u[1][0] = u[0][0]


@cuda.jit("void(float64[::1], float64[::1], int64)")
def parts(a, out, n):
    v = (a[1:], a[:2], out) if n > 1 else (a, a, out)
    for x in v:
        v[2][0] += x[0]
    pair = Pair(a, out)
    pair.target[1] = pair.source[1]
    maybe = a if n > 2 else None
    if maybe is not None:
        out[2] = maybe[2]
