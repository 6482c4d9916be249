# pycu: transpile --host -o {out}
"""Arrays and lists that functions of the host make and return."""

import numpy as np
from numba import cuda


@cuda.jit("(int64,)", device=True)
def squares(n):
    found = np.empty(n, dtype=np.int32)
    for i in range(n):
        found[i] = i * i
    return found


@cuda.jit("(float64[:, ::1],)", device=True)
def rows(a):
    b = a.copy()
    b[0] = np.full(a.shape[1], 2.5)
    return b, a[1]


@cuda.jit("(int64,)", device=True)
def primes(upper):
    found = []
    for n in range(2, upper):
        for p in found:
            if n % p == 0:
                break
        else:
            pass
    found.append(upper)
    found[0] = 0.5
    return found, len(found)
