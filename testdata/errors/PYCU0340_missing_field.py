from collections import namedtuple

from numba import cuda

Body = namedtuple("Body", "x y mass", defaults=(1.0,))


@cuda.jit("void(float64[:])")
def k(out):
    body = Body(out[0])
    out[1] = body.mass


@cuda.jit("void(float64[:])")
def other(out):
    body = Body(out[0], y=2.0, maas=3.0)
    full = Body(1.0, 2.0)
    out[1] = full.mas
