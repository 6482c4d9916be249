# A name that changes: each kernel has the value that it holds when the kernel is compiled.
import numpy as np
from numba import cuda

SCALE = 2


@cuda.jit("void(float32[:])")
def at_definition(x):
    x[cuda.grid(1)] = SCALE


@cuda.jit
def at_launch(x: "float32[:]"):
    x[cuda.grid(1)] = SCALE


@cuda.jit
def never_launched(x: "float32[:]"):
    x[cuda.grid(1)] = SCALE


def main():
    at_launch[1, 32](np.zeros(32, np.float32))


SCALE = 3
main()
SCALE = 4
