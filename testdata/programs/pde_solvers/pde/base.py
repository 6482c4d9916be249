from abc import ABC, abstractmethod

import numpy as np
from numba import cuda


class Solver(ABC):
    dtype = np.float64
    threads = 64

    def __init__(self, n, **kwargs):
        self.n = n
        self.options = kwargs
        self.time = 0.0
        self.allocate()
        self.setup(**kwargs)

    def allocate(self):
        x = np.linspace(0, 1, self.n)
        self.u = cuda.to_device(np.exp(-100 * (x - 0.5) ** 2).astype(self.dtype))
        self.tmp = cuda.device_array_like(self.u)

    @abstractmethod
    def setup(self, **kwargs):
        """Makes `self.kernel` and `self.constants`."""

    @property
    def blocks(self):
        return (self.n + self.threads - 1) // self.threads

    def step(self):
        self.kernel[self.blocks, self.threads](self.u, self.tmp, *self.constants)
        self.u, self.tmp = self.tmp, self.u
        self.time += self.dt

    def run(self, steps):
        for _ in range(steps):
            self.step()
        return self.u.copy_to_host()
