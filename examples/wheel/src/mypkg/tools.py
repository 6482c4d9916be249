"""What kernels of several files call."""

from numba import cuda


@cuda.jit(device=True)
def clamp(value, low, high):
    return min(max(value, low), high)
