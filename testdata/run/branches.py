"""if, elif and else; early returns; `pass`; nested branches."""
import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda


@cuda.jit("void(int32[:], int32[:])")
def classify(a, out):
    i = cuda.grid(1)
    if i < a.size:
        if a[i] < -5:
            out[i] = 1
        elif a[i] < 0:
            out[i] = 2
        elif a[i] == 0:
            pass
        elif a[i] < 5:
            out[i] = 4
        else:
            out[i] = 5


@cuda.jit("void(int32[:], int32[:])")
def early_returns(a, out):
    i = cuda.grid(1)
    if i >= a.size:
        return
    x = a[i]
    if x < 0:
        out[i] = -1
        return
    if x % 2 == 0:
        out[i] = 2
    else:
        out[i] = 3
        return
    out[i] += 10


@cuda.jit("void(int32[:], int32[:], int32[:])")
def nested(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        if a[i] > 0:
            if b[i] > 0:
                out[i] = 1
            else:
                out[i] = 2
        else:
            if b[i] > 0:
                out[i] = 3
            elif b[i] < -3:
                if a[i] == b[i]:
                    out[i] = 4


@cuda.jit("int32(int32)", device=True)
def sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1
    return 0


@cuda.jit("int32(int32)", device=True)
def sign_in_branches(x):
    if x > 0:
        return 1
    else:
        if x < 0:
            return -1
        else:
            return 0


@cuda.jit("void(int32[:], int32[:, :])")
def signs(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = sign(a[i])
        out[1, i] = sign_in_branches(a[i])


@cuda.jit("void(int32[:], int32[:])")
def defined_in_branches(a, out):
    i = cuda.grid(1)
    if i < a.size:
        if a[i] > 0:
            x = 3
            y = a[i]
        else:
            y = 5
            x = 4
        out[i] = x * y


@cuda.jit("void(int32[:])")
def does_nothing(a):
    """A docstring alone is a body."""


@cuda.jit("void(int32[:])")
def one_line(a): i = cuda.grid(1); a[i if i < a.size else 0] = 9


def check(k, n=300):
    a, b = integers(n, np.int32, -8, 8, 1), integers(n, np.int32, -8, 8, 2)
    out = np.zeros(n, np.int32)
    k.classify[blocks(n), THREADS](a, out)
    same(out, np.select([a < -5, a < 0, a == 0, a < 5], [1, 2, 0, 4], 5))

    k.early_returns[blocks(n), THREADS](a, out)
    same(out, np.select([a < 0, a % 2 == 0], [-1, 12], 3))

    out[:] = 0
    k.nested[blocks(n), THREADS](a, b, out)
    p, q = a > 0, b > 0
    same(out, np.select([p & q, p, q, (b < -3) & (a == b)], [1, 2, 3, 4], 0))

    both = np.zeros((2, n), np.int32)
    k.signs[blocks(n), THREADS](a, both)
    same(both, np.sign(a))

    k.defined_in_branches[blocks(n), THREADS](a, out)
    same(out, np.where(a > 0, 3 * a, 20))

    before = a.copy()
    k.does_nothing[blocks(n), THREADS](a)
    same(a, before)
    if n > 0:
        k.one_line[blocks(n), THREADS](a)
        same(a, 9)
