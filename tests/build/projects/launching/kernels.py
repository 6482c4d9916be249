"""A kernel whose types are those of its launches."""

from numba import cuda


@cuda.jit
def fade(field, rate):
    i = cuda.grid(1)
    if i < field.size:
        field[i] *= rate
