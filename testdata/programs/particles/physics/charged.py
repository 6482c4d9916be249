import numpy as np
from numba import cuda

from .system import System


class Charged(System):
    DTYPE = np.float32

    def __init__(self, n, field, charge=1, **kwargs):
        super().__init__(n, **kwargs)
        self.field = field
        self.q = np.full(n, charge, dtype=np.int32)

    @staticmethod
    @cuda.jit
    def _electric(f, q, ex, ey):
        i = cuda.grid(1)
        if i < f.shape[0]:
            f[i, 0] += q[i] * ex
            f[i, 1] += q[i] * ey

    def forces(self):
        super().forces()
        self._electric[self.launch_config](self.f, self.q, *self.field)
