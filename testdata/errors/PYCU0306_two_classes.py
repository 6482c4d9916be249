from collections import namedtuple

from numba import cuda

Point = namedtuple("Point", "x y")
Size = namedtuple("Size", "width height")


@cuda.jit("void(float64[:], int32)")
def k(out, n):
    if n > 0:
        p = Point(1.0, 2.0)
    else:
        p = Size(1.0, 2.0)
    out[0] = p[0]
