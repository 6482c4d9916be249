# A decorator that was forgotten; a kernel that a factory makes is one.
import numpy as np
from numba import cuda


def k(x):
    x[0] = 1


def make(scale):
    @cuda.jit("void(float32[:])")
    def scaled(x):
        x[0] *= scale

    return scaled


k[1, 32](np.zeros(32, np.float32))
make(3)[1, 32](np.zeros(32, np.float32))
