# What nobody knows comes from far.
import numpy as np
from numba import cuda


@cuda.jit
def scale(x, y, factor):
    x[cuda.grid(1)] = y[cuda.grid(1)] * factor


def launch(data, factor):
    scale[1, 32](data, np.zeros(3, np.float32), factor)


def solve(data):
    launch(data, 2.0)


def main():
    solve(np.load("a.npy"))


main()
