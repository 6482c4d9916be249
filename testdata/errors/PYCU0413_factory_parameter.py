# Factory parameter.
from numba import cuda


def make(n):
    @cuda.jit("void(int64[:])")
    def k(out):
        out[0] = n

    return k


def main(n):
    return make(n)
