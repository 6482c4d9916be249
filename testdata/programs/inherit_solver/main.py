import numpy as np
from base import Solver
from numba import cuda


@cuda.jit
def decay(u, rate, i):
    k = cuda.grid(1)
    if k < u.size:
        u[k] *= 1 - rate * i


class Decay(Solver):
    dtype = np.float32

    def __init__(self, n, rate=0.5):
        super().__init__(n)
        self.rate = rate

    def step(self, i):
        decay[1, 64](self.d_u, self.rate, i)


class Ones(Decay):
    def initial(self):
        return np.ones(self.n)


for cls in (Decay, Ones):
    cls(10).run(2)
