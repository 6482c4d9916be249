import numpy as np
from numba import cuda


class System:
    DTYPE = np.float64
    DIM = 2
    BLOCK = 32

    def __init__(self, n, dt=0.01):
        self.n = n
        self.dt = dt
        self.x = self._zeros((n, self.DIM))
        self.v = self._zeros((n, self.DIM))
        self.x[:, 0] = np.arange(n)
        self.reset_forces()

    def _zeros(self, shape):
        return np.zeros(shape, self.DTYPE)

    def reset_forces(self):
        self.f = self._zeros((self.n, self.DIM))

    @property
    def launch_config(self):
        return -(-self.n // self.BLOCK), self.BLOCK

    @staticmethod
    @cuda.jit
    def _gravity(f, g):
        i = cuda.grid(1)
        if i < f.shape[0]:
            f[i, 1] -= g

    @staticmethod
    @cuda.jit
    def _move(x, v, f, dt):
        i = cuda.grid(1)
        if i < x.shape[0]:
            for k in range(x.shape[1]):
                v[i, k] += f[i, k] * dt
                x[i, k] += v[i, k] * dt

    def forces(self):
        self._gravity[self.launch_config](self.f, 9.81)

    def advance(self, steps=1):
        for _ in range(steps):
            self.reset_forces()
            self.forces()
            System._move[self.launch_config](self.x, self.v, self.f, self.dt)
        return self
