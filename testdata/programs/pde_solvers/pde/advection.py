from .base import Solver
from .kernels import make_upwind


class Advection(Solver):
    def setup(self, velocity=1.0, order=1):
        self.dt = 0.4 / self.n
        self.kernel = make_upwind(order)
        self.constants = (velocity * self.dt * self.n,)
