"""What a program does with SciPy's rotations, as far as types of kernels' arguments go.

Followed in place of the library by what follows host code. All that is not here is not known.
"""

import numpy as np
from scipy_itself import AnyBase, any_value  # not there: nobody knows what they are


class Rotation(AnyBase):
    """One rotation: of several, nobody knows what they return."""

    @classmethod
    def from_euler(cls, seq, angles, degrees=False):
        angles = np.asarray(angles)
        return Rotation() if angles.ndim == (0 if len(seq) == 1 else 1) else any_value

    @classmethod
    def from_matrix(cls, matrix):
        return Rotation() if np.asarray(matrix).ndim == 2 else any_value

    @classmethod
    def from_quat(cls, quat):
        return Rotation() if np.asarray(quat).ndim == 1 else any_value

    @classmethod
    def from_rotvec(cls, rotvec, degrees=False):
        return Rotation() if np.asarray(rotvec).ndim == 1 else any_value

    @classmethod
    def identity(cls):
        return Rotation()

    def apply(self, vectors, inverse=False):
        return np.zeros(3) if np.asarray(vectors).ndim == 1 else any_value

    def inv(self):
        return Rotation()

    def __mul__(self, other):
        return Rotation() if isinstance(other, Rotation) else any_value

    def as_matrix(self):
        return np.zeros((3, 3))

    def as_quat(self):
        return np.zeros(4)

    def as_rotvec(self):
        return np.zeros(3)

    def as_euler(self, seq, degrees=False):
        return np.zeros(3)
