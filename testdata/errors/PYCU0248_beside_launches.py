# pycu: --default-dtype float32
# A launch that is not known beside one that is gets the types that --default-dtype fills in.
import numpy as np
from numba import cuda


@cuda.jit
def double(x):
    x[cuda.grid(1)] *= 2


def from_file(path):
    double[1, 32](np.load(path))


def from_another(path):
    double[1, 32](np.load(path + ".npy"))


double[1, 32](np.ones(32))
