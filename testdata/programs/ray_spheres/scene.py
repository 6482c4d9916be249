from typing import NamedTuple

import numpy as np

SPHERE = np.dtype([("x", "f8"), ("y", "f8"), ("z", "f8"), ("r", "f8"), ("shade", "f8")])


class Camera(NamedTuple):
    x: float = 0.0
    y: float = 0.0
    z: float = -3.0
    focal: float = 1.5


class Scene:
    def __init__(self):
        self._spheres = []
        self.light = (0.5, 0.7, -0.5)

    def add(self, x, y, z, r, shade=0.8):
        self._spheres.append((x, y, z, r, shade))
        return self

    @property
    def spheres(self):
        return np.array(self._spheres, dtype=SPHERE)
