# Objects as arguments, but for what may be an array.
from dataclasses import dataclass

import numpy as np
from numba import cuda


@dataclass
class Params:
    alpha: float


class Wrapped:
    def __init__(self, array):
        self.array = array

    @property
    def __cuda_array_interface__(self):
        return self.array.__cuda_array_interface__


@cuda.jit
def k(x, p):
    x[0] = p.alpha


@cuda.jit("void(float32[:], float64)")
def typed(x, alpha):
    x[0] = alpha


x = np.zeros(3, np.float32)
p = Params(0.5)
k[1, 1](x, p)
typed[1, 1](x, p)
typed[1, 1](Wrapped(cuda.to_device(x)), p.alpha)
