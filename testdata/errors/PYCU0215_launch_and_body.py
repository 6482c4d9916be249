# What is wrong with a launch hides nothing of the kernel's body, and what is not known of its
# arguments is no error there.
import numpy as np
from numba import cuda


@cuda.jit
def one_of_two(x, n):
    i = cuda.grid(1)
    x[i] = n * scale
    x[i] = x[i].real.part


@cuda.jit
def none_is_right(x, mode, n):
    i = cuda.grid(1)
    for j in range(n):
        x[i] += mode[j] + n
    x[i] = mode.of(n) if mode == "double" else offset
    kept = cuda.local.array(4, mode)
    kept[0] = x[i].first


@cuda.jit("void(float32[:], float33)")
def of_a_wrong_type(x, y):
    x[0] = y + z


@cuda.jit
def of_unknown_types(x, y):
    x[0] = y.sum() + later


one_of_two[1, 32](np.zeros(32, np.float32))
one_of_two[1, 32](np.zeros(32, np.float32), 3)
none_is_right[1, 32](np.zeros(32, np.float32), "double", 3)
