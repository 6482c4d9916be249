# Bounds and registers.
from numba import cuda


@cuda.jit("void(int64[:])", launch_bounds=(256, 2), max_registers=32)
def k(out):
    out[0] = 1
