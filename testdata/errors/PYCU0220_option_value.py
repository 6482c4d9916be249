# Option value.
from numba import cuda


@cuda.jit("void(int64[:])", launch_bounds=(256, 2, 1, 1))
def bounds(out):
    out[0] = 1


@cuda.jit("void(int64[:])", max_registers=300)
def registers(out):
    out[0] = 1


@cuda.jit("void(int64[:])", shared_memory_carveout="most")
def carveout(out):
    out[0] = 1


@cuda.jit("int64(int64)", device=True, inline="sometimes")
def helper(x):
    return x
