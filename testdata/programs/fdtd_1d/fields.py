import math

from launch import configured
from numba import cuda


@cuda.jit
def update_e(e, h, c):
    i = cuda.grid(1)
    if 0 < i < e.size:
        e[i] += c * (h[i - 1] - h[i])


@cuda.jit
def update_h(e, h, c):
    i = cuda.grid(1)
    if i < h.size - 1:
        h[i] += c * (e[i] - e[i + 1])


@cuda.jit
def source(e, at, t):
    e[at] += math.exp(-((t - 30.0) ** 2) / 100.0)


class Grid:
    def __init__(self, n):
        from numpy import zeros

        self.e, self.h = zeros(n), zeros(n)
        self.steps = 0
        self._e_step = configured(update_e, n)
        self._h_step = configured(update_h, n)

    def advance(self, count, courant=0.5):
        for _ in range(count):
            self._h_step(self.e, self.h, courant)
            self._e_step(self.e, self.h, courant)
            source[1, 1](self.e, self.e.size // 2, float(self.steps))
            self.steps += 1
