# Strings, lists and dicts are no arguments of a kernel; functions neither.
import numpy as np
from numba import cuda


def helper(a):
    return a + 1


@cuda.jit
def by_name(x, mode):
    if mode == "double":
        x[0] *= 2


@cuda.jit
def several(x, table, f):
    x[0] = table["a"]


by_name[1, 32](np.zeros(32, np.float32), "double")
by_name[1, 32]([1.0, 2.0], 3)
several[1, 32](np.zeros(32, np.float32), {"a": 1}, helper)
