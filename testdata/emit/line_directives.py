# pycu: --line-directives
"""Compilers and debuggers are told which line of Python each statement comes from."""

from numba import cuda, float32

FACTOR = 3


@cuda.jit("float32(float32)", device=True)
def twice(value):
    return value + value


# A statement that Python writes on several lines stands on one.
@cuda.jit("void(float32[:], float32[:])")
def several_lines(x, out):
    """Comments, braces and docstrings have no line."""
    i = cuda.grid(1)
    if i < x.size:
        out[i] = (
            x[i] * FACTOR
            + x[i] * x[i] * FACTOR
            + twice(x[i]) * twice(x[i] * FACTOR) * twice(x[i] * FACTOR)
        )
    else:
        # nothing to do

        i = 0
    while i > 3:
        i -= 1
        if i == 7:
            break
    out[0] = i
