# pycu: --default-dtype float32 -Werror -Wno-filled-in
# What --default-* fill in is silenced by its name; with -Werror the other warnings are errors still.
from numba import cuda


@cuda.jit
def clear(out):
    out[cuda.grid(1)] = 0


@cuda.jit
def clear(out):
    i = cuda.grid(1)
    out[i] = 1
