# pycu: --performance
# Neighbouring threads differ in x: they are to use neighbouring elements.
import numpy as np
from numba import cuda

pair = np.dtype([("a", np.float32), ("b", np.float32), ("c", np.float64)])


@cuda.jit("void(float32[:, ::1], float32[::1, :], int64)")
def rows(a, f, n):
    i, j = cuda.grid(2)
    a[i, j] += f[i, j]
    a[j, i] += f[j, i]


@cuda.jit(["void(float32[::1], int64)"])
def strides(x, n):
    i = cuda.grid(1)
    x[2 * i] = x[i + 1]
    x[i * n] = x[n * 7 + i]


def records(p):
    i = cuda.grid(1)
    p[i].a += p[0].b


records = cuda.jit(records)
records[4, 128](np.zeros(512, pair))
