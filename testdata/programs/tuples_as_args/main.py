import numpy as np
from domain import Domain
from numba import cuda


@cuda.jit
def fill(a, origin, spacing, shape):
    i, j = cuda.grid(2)
    if i < shape[0] and j < shape[1]:
        a[i, j] = origin[0] + i * spacing[0] + origin[1] + j * spacing[1]


d = Domain((8, 9), extent=(1.0, 2.0))
a = np.zeros(d.shape)
fill[(1, 1), (16, 16)](a, (0, 0.5), d.spacing, a.shape)
