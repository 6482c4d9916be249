# Constants of the file beside the source that are none.
from numba import cuda


@cuda.jit("void(float32[:])")
def k(x):
    x[0] = SIZE + RATE  # noqa: F821
