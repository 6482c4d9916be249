import numpy as np
from numba import cuda


class Solver:
    dtype = np.float64

    def __init__(self, n):
        self.n = n
        self.u = self.initial()
        self.d_u = cuda.to_device(self.u)

    def initial(self):
        return np.zeros(self.n, self.dtype)

    def run(self, steps):
        for i in range(steps):
            self.step(i)
        return self.d_u.copy_to_host()
