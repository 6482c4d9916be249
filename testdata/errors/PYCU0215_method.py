# A kernel in a class gets no `self`.
import numpy as np
from numba import cuda


class Solver:
    @cuda.jit
    def step(self, x):
        x[cuda.grid(1)] = 1


solver = Solver()
solver.step[1, 32](np.zeros(32, np.float32))
