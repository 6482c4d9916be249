# A class and attributes of arrays are called.
from numba import cuda


class Point:
    def __init__(self, a):
        self.a = a


@cuda.jit("void(float32[:])")
def k(x):
    p = Point(3.0)
    x[0] = p.a
    x[1] = x.size()
    x[2] = x.shape()[0]
