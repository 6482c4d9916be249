# pycu: build --target cpu -o {out}
# Link a file that is not there.
from numba import cuda


@cuda.jit("void(float32[:])", link="not_there.cu")
def clear(x):
    x[cuda.grid(1)] = 0
