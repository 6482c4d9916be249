# Decorators that nothing in Numba is called, and others that are none of Numba's.
import numba
import numba.cuda as nc
import tools
from numba import cuda


@cuda.jti
def a(x):
    x[0] = 1


@cuda.jit_(device=True)
def b(x):
    return x


@nc.redce
def c(x, y):
    return x + y


@numba.njti
def d(x):
    return x


@cuda.vectorise(["float32(float32)"])
def e(x):
    return x


@cuda.profiled
@tools.jti
def f(x):
    return x
