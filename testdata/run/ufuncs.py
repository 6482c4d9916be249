"""Ufuncs and generalised ufuncs: loops, broadcasting, outputs, reductions, core dimensions."""

import math

import numpy as np
from case import integers, rng, same
from numba import cuda, guvectorize, vectorize

BIAS = np.array([0.5, 1.5, 2.5], np.float32)


@cuda.jit(device=True)
def polar(x, y):
    return math.sqrt(x * x + y * y), x - y


@vectorize(
    [
        "int32(int32, int32)",
        "int64(int64, int64)",
        "float32(float32, float32)",
        "float64(float64, float64)",
    ],
    target="cuda",
    identity=0,
)
def add(x, y):
    """The sum of x and y."""
    return x + y


@vectorize(["float32(float32, int8)", "float64(float64, int64)"], target="cuda")
def scaled(x, factor):
    return x * factor + BIAS[1]


@vectorize(["boolean(float64, float64)"], target="cuda")
def less(x, y):
    return x < y


@vectorize(["int8(int8)", "float32(float32)"], target="cuda")
def negative(x):
    if x > 0:
        return -x
    return x


@vectorize(["complex64(complex64, complex64)", "complex128(complex128, complex128)"], target="cuda")
def product(a, b):
    return a * b


@vectorize(["complex64(complex64, complex64)"], target="cuda")
def ratio(a, b):
    """A division by zero ends a thread, and no other element."""
    return a / b


@vectorize(["float64(float64)"], target="cuda")
def inverse(x):
    return 1 / x


@vectorize(["float64(float64, float64, float64)"], target="cuda")
def distance(x, y, z):
    length, difference = polar(x, y)
    return length * z + difference


@guvectorize(["void(float64[:], float64[:], float64[:])"], "(n),(n)->()", target="cuda")
def inner(a, b, out):
    total = 0.0
    for i in range(a.shape[0]):
        total += a[i] * b[i]
    out[0] = total


@guvectorize(["void(int64[:], int64, int64[:])"], "(n),()->(n)", target="cuda")
def shifted(x, by, out):
    for i in range(x.shape[0]):
        out[i] = x[i] + by


@guvectorize(
    ["void(float32[:, :], float32[:], float32[:])", "void(float64[:, :], float64[:], float64[:])"],
    "(m,n)->(m),(n)",
    target="cuda",
)
def sums(a, rows, columns):
    for j in range(a.shape[1]):
        columns[j] = 0
    for i in range(a.shape[0]):
        rows[i] = 0
        for j in range(a.shape[1]):
            rows[i] += a[i, j]
            columns[j] += a[i, j]


@guvectorize(["void(int64[:], int64[:], int64[:])"], "(3),(3)->(3)", target="cuda")
def cross(a, b, out):
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]


def check(k, n=100):
    x, y = integers(n, np.int64, -(2**40), 2**40), integers(n, np.int64, -9, 9, 1)
    same(k.add(x, y), x + y)
    same(k.add(x[::-1], y[n // 2 :][:1]), x[::-1] + y[n // 2 :][:1])
    a = rng().random((3, n)).astype(np.float32)
    same(k.add(a, np.float32(2)), a + np.float32(2))
    same(k.add(a.T, a[0][:, None]), a.T + a[0][:, None])
    same(k.add(a[:, ::2], np.arange(3, dtype=np.int32)[:, None]), a[:, ::2] + np.arange(3)[:, None])
    out = np.zeros((3, n), np.float64)
    assert k.add(a, 1, out=out) is out
    same(out, a + np.float32(1))
    k.add(out, 1, out=out)
    same(out, (a + np.float32(1)).astype(np.float64) + 1)
    same(k.scaled(a, np.int8(3)), a * np.int8(3) + BIAS[1])
    same(k.scaled(y, y), y.astype(np.float64) * y + BIAS[1])
    same(k.less(x, y), x < y)
    same(k.negative(y.astype(np.int8)), -abs(y.astype(np.int8)))
    z = (a[0] + 1j * a[1]).astype(np.complex64)
    assert np.allclose(k.product(z, z), z * z, rtol=1e-6)
    assert k.product(z, 1.5).dtype == np.complex64
    ones, zeros = np.ones(n, np.complex64), (np.arange(n) % 4).astype(np.complex64)
    out = np.full(n, -7, np.complex64)
    k.ratio(ones, zeros, out=out)
    assert np.allclose(out[zeros != 0] * zeros[zeros != 0], 1) and (out[zeros == 0] == -7).all()
    same(k.inverse(y.astype(np.float64)), [1 / v if v else np.inf for v in y.tolist()])
    assert np.allclose(k.distance(x, y, 2), np.hypot(x, y) * 2 + (x - y), rtol=1e-12)

    few = x[:20]
    assert k.add.reduce(few) == few.sum()
    same(k.add.accumulate(few), few.cumsum())
    same(k.add.outer(few[:3], y[:2]), np.add.outer(few[:3], y[:2]))
    same(k.add.reduce(a[:, :4], axis=0), a[0, :4] + a[1, :4] + a[2, :4])
    assert k.add.reduce(x[:0]) == 0

    m = rng(1).random((2, 1, 3, 4))
    same(k.inner(m, m[0, 0, 0]), [[[sum(r * m[0, 0, 0]) for r in b] for b in c] for c in m])
    same(k.shifted(np.arange(6).reshape(2, 3), np.array([10, 20])), [[10, 11, 12], [23, 24, 25]])
    rows, columns = k.sums(m.transpose(1, 0, 3, 2))
    assert np.allclose(rows, m.transpose(1, 0, 3, 2).sum(-1)) and rows.shape == (1, 2, 4)
    assert np.allclose(columns, m.transpose(1, 0, 3, 2).sum(-2)) and columns.shape == (1, 2, 3)
    same(k.cross([1, 2, 3], [[4, 5, 6], [7, 8, 10]]), np.cross([1, 2, 3], [[4, 5, 6], [7, 8, 10]]))
