"""None: arguments that are None, results on some paths only, variables that may be None."""

import numpy as np
from case import THREADS, blocks, rng, same
from numba import cuda


@cuda.jit(device=True)
def find(values, wanted):
    """Where the value stands; None where it does not."""
    for i in range(values.size):
        if values[i] == wanted:
            return i
    return None


@cuda.jit("void(int32[:], int32[:], int64[:])")
def search_all(values, wanted, out):
    i = cuda.grid(1)
    if i < wanted.size:
        at = find(values, wanted[i])
        if at is None:
            out[i] = -1
        else:
            out[i] = at * 10


@cuda.jit(device=True)
def scaled(x, factor=None, offset=None):
    """Branches on None are pruned before anything has a type."""
    if factor is not None:
        x = x * factor
    if offset is None:
        return x
    return x + offset[0]


@cuda.jit("void(float64[:], float64[:], float64[:, :])")
def with_defaults(x, offset, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = scaled(x[i])
        out[1, i] = scaled(x[i], 2)
        out[2, i] = scaled(x[i], None, offset)
        out[3, i] = scaled(x[i], offset=offset, factor=3.0)


@cuda.jit("void(float64[:], float64[:, :])")
def maybe_set(x, out):
    """A variable that is None on one path, and arithmetic on it."""
    i = cuda.grid(1)
    if i < x.size:
        best = None
        if x[i] > 0:
            best = x[i]
        out[0, i] = -1.0 if best is None else best + 1
        last = None
        for k in range(i % 4):
            if last is not None:
                out[1, i] += last
            last = k * 2
        out[2, i] = 100 if last is None else last
        if best is not None and best > 1:
            out[3, i] = best * 2


@cuda.jit(device=True)
def first_two(values):
    if values.size < 2:
        return None
    return values[0], values[1] * 0.5


@cuda.jit("void(int32[:], int32[:], float64[:])")
def tuples(values, short, out):
    if cuda.grid(1) == 0:
        both = first_two(values)
        if both is not None:
            out[0] = both[0] + both[1]
        none = first_two(short)
        out[1] = 7 if none is None else 8


@cuda.jit("void(int32[:], int32[:])")
def raises(x, out):
    """The value of None ends the thread, as an exception would."""
    i = cuda.grid(1)
    if i < x.size:
        value = x[i] if x[i] > 0 else None
        out[i] = 1
        out[i] = value + 1


def check(k, n=150):
    values = np.array([5, 9, 2, 7], np.int32)
    wanted = rng(1).integers(0, 10, n, np.int32)
    out = np.zeros(n, np.int64)
    k.search_all[blocks(n), THREADS](values, wanted, out)
    places = {5: 0, 9: 10, 2: 20, 7: 30}
    same(out, [places.get(int(w), -1) for w in wanted])

    x, offset = rng(2).uniform(-3, 3, n), np.array([0.25])
    out = np.zeros((4, n))
    k.with_defaults[blocks(n), THREADS](x, offset, out)
    same(out, [x, x * 2, x + 0.25, x * 3 + 0.25])

    out = np.zeros((4, n))
    k.maybe_set[blocks(n), THREADS](x, out)
    turns = np.arange(n) % 4
    same(out[0], np.where(x > 0, x + 1, -1))
    same(out[1], np.array([0, 0, 0, 2])[turns])
    same(out[2], np.array([100, 0, 2, 4])[turns])
    same(out[3], np.where(x > 1, x * 2, 0))

    out = np.zeros(2)
    k.tuples[1, 1](values, values[:1], out)
    same(out, [9.5, 7])

    ints = rng(3).integers(-5, 5, n, np.int32)
    out = np.zeros(n, np.int32)
    k.raises[blocks(n), THREADS](ints, out)
    same(out, np.where(ints > 0, ints + 1, 1))
