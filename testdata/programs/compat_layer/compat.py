"""One place that knows what the machine has."""

from numba import cuda

try:
    import cupy as xp

    HAS_CUPY = True
except ImportError:
    import numpy as xp

    HAS_CUPY = False

GPU = True
DEBUG = False
OPTIONS = {"fastmath": False, "lineinfo": False}

device = cuda.jit(device=True)

if GPU:

    def kernel(function=None, **options):
        """`@kernel` or `@kernel(fastmath=True)`."""
        merged = dict(OPTIONS)
        merged.update(options)
        if function is not None:
            return cuda.jit(**merged)(function)
        return cuda.jit(**merged)

else:

    def kernel(function=None, **options):
        return function


def blocks(n, threads=128):
    return (n + threads - 1) // threads
