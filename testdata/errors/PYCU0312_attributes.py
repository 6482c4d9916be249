# What a class is given while the program runs, and names that nothing has.
import math
import sys

from numba import cuda


class Config:
    SIZE = 4


Config.SIZE = len(sys.argv)


@cuda.jit("void(float64[:])")
def k(x):
    x[0] = Config.SIZE
    x[1] = Config.WIDTH
    x[2] = math.width
    x[3] = math.height + 1
    x[4:6] = math.depth
