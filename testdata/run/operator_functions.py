"""The functions of `operator`: arithmetic, comparisons, in place, items."""

import operator

import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda


@cuda.jit("void(int32[:], int32[:], int64[:, :])")
def arithmetic(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        y = b[i]
        out[0, i] = operator.add(x, y)
        out[1, i] = operator.sub(x, y)
        out[2, i] = operator.mul(x, y)
        out[3, i] = operator.floordiv(x, y)
        out[4, i] = operator.mod(x, y)
        out[5, i] = operator.and_(x, y)
        out[6, i] = operator.or_(x, y)
        out[7, i] = operator.xor(x, y)
        out[8, i] = operator.lshift(x, 3)
        out[9, i] = operator.irshift(x, 2)
        out[10, i] = operator.neg(x)
        out[11, i] = operator.invert(y)
        out[12, i] = operator.pos(x)
        out[13, i] = operator.pow(x, 2)
        out[14, i] = x.bit_count()


@cuda.jit("void(float64[:], float64[:], boolean[:, :], float64[:, :])")
def others(a, b, flags, out):
    i = cuda.grid(1)
    if i < a.size:
        x = operator.getitem(a, i)
        y = b[i]
        flags[0, i] = operator.eq(x, y)
        flags[1, i] = operator.ne(x, y)
        flags[2, i] = operator.lt(x, y)
        flags[3, i] = operator.le(x, y)
        flags[4, i] = operator.gt(x, y)
        flags[5, i] = operator.ge(x, y)
        flags[6, i] = operator.not_(x)
        flags[7, i] = operator.truth(x)
        flags[8, i] = operator.contains((1, 2, 3), i)
        flags[9, i] = operator.contains(b, x) and x in b
        operator.setitem(out, (0, i), operator.truediv(x, y))
        z = x
        z = operator.iadd(z, y)
        out[1, i] = operator.itruediv(z, 2)


@np.errstate(all="ignore")
def check(k, n=300):
    a, b = integers(n, np.int32, -1000, 1000, 1), integers(n, np.int32, -1000, 1000, 2)
    b[b == 0] = 3
    out = np.zeros((15, n), np.int64)
    k["arithmetic"][blocks(n), THREADS](a, b, out)
    x, y = a.astype(np.int64), b.astype(np.int64)
    expected = [x + y, x - y, x * y, x // y, x % y, x & y, x | y, x ^ y, x << 3, x >> 2]
    expected += [-x, ~y, x, x * x, [int(v & 0xFFFFFFFF).bit_count() for v in x]]
    same(out, np.array(expected).reshape(15, n))

    x, y = rng(3).integers(-2, 3, n) / 2.0, rng(4).integers(-2, 3, n) / 2.0
    flags, out = np.zeros((10, n), np.bool_), np.zeros((2, n))
    k["others"][blocks(n), THREADS](x, y, flags, out)
    expected = [x == y, x != y, x < y, x <= y, x > y, x >= y, x == 0, x != 0]
    expected += [np.isin(np.arange(n), (1, 2, 3)), np.isin(x, y)]
    same(flags, np.array(expected).reshape(10, n))
    same(out[0], x / y)
    same(out[1], (x + y) / 2)
