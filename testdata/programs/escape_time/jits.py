import functools

from numba import cuda

fast_jit = cuda.jit(fastmath=True)
device_jit = functools.partial(cuda.jit, device=True)
JIT_OPTIONS = dict(fastmath=False, max_registers=64)


def jit_with_options(*args, **kwargs):
    """cuda.jit with the options of the project."""
    return cuda.jit(*args, **{**JIT_OPTIONS, **kwargs})
