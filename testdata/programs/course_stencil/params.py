from dataclasses import dataclass

import numpy as np


@dataclass
class Params:
    """Everything that the exercise sheet asks for."""

    nx: int = 64
    ny: int = 48
    length: float = 1.0
    alpha: float = 0.1
    steps: int = 20
    dtype: type = np.float32

    @property
    def dx(self):
        return self.length / (self.nx - 1)

    @property
    def dt(self):
        return 0.2 * self.dx**2 / self.alpha
