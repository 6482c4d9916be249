
from numba import cuda
from reader import read, read_typed


@cuda.jit
def known(x):
    x[0] = 0


@cuda.jit
def asked(x):
    x[0] = 0


known[1, 1](read_typed("values.npy"))
asked[1, 1](read("values.npy"))
