# Grids of quotients that nobody knows, which are no integers, and what makes integers of them.
import math

import numpy as np
from numba import cuda


@cuda.jit("void(float32[:])")
def k(x):
    x[cuda.grid(1)] = 1


def ident(v):
    return v


class C:
    def __init__(self, n):
        self.n = n
        self.blocks = n / 32
        self.good = int(n / 32)

    def go(self, x):
        k[self.blocks, 32](x)
        k[self.good, 32](x)


def run(n, m, x, t):
    k[n / 32, 32](x)
    b = n / 32
    k[b, 32](x)
    k[ident(b), 32](x)
    k[(n / 32, 1), 32](x)
    k[math.ceil(n / 32), 32](x)
    k[int(n / 32), 32](x)
    k[int(np.ceil(n / 32)), 32](x)
    k[round(n / 32), 32](x)
    k[int(math.log2(n / 32)), 32](x)
    k[math.floor(n / m), 32](x)
    k[max(1, int(n / 32)), 32](x)
    k[max(1, math.ceil(n / 32)), 32](x)
    k[divmod(n, 32)[0], 32](x)
    k[-(-n // 32), 32](x)
    k[n // 32 + (n % 32 > 0), 32](x)
    k[math.ceil(n / 32) * 2, 32](x)
    k[t[n / 2], 32](x)
    k[t.get(n / 2), 32](x)
    k[len([n / 2]), 32](x)
    k[(n / 2).astype(int), 32](x)
    k[(n / 2).as_integer_ratio()[0], 32](x)
    k[math.trunc(n / 2), 32](x)
    k[np.int32(n / 2), 32](x)
    k[np.asarray(n / 2).astype(int).item(), 32](x)
    blocks, threads = config(n / 32)
    k[blocks, threads](x)
    g = n / 32
    g = int(g)
    k[g, 32](x)
    k[n // (m / 2), 32](x)
    k[int(n // (m / 2)), 32](x)
    if n > 3:
        h = n / 2
    else:
        h = 3
    k[h, 32](x)


def config(v):
    return math.ceil(v), 32
