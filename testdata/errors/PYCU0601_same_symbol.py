# Two kernels that would have one symbol in C.
from numba import cuda


class Outer:
    @staticmethod
    @cuda.jit("void(float32[:])")
    def step(x):
        x[0] = 1.0


@cuda.jit(["void(float32[:])", "void(float64[:])"])
def Outer_step(x):
    x[0] = 2.0
