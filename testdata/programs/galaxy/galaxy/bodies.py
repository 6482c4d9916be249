from dataclasses import dataclass, field

import numpy as np

from .settings import DTYPE


@dataclass
class Bodies:
    pos: np.ndarray
    vel: np.ndarray
    mass: np.ndarray
    softening: float = field(default=1e-2)

    @classmethod
    def random(cls, n, seed=0):
        rng = np.random.default_rng(seed)
        pos = rng.uniform(-1, 1, (n, 3)).astype(DTYPE)
        return cls(pos=pos, vel=np.zeros_like(pos), mass=np.full(n, 1.0 / n, DTYPE))

    @property
    def n(self):
        return self.mass.shape[0]
