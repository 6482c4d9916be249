import numpy as np

from . import kernels
from .base import Solver


class Diffusion(Solver):
    dtype = np.float32
    kernel = staticmethod(kernels.ftcs)

    def setup(self, nu=0.1):
        dx = 1.0 / (self.n - 1)
        self.dt = 0.4 * dx * dx / nu
        self.constants = [nu * self.dt / dx**2]
