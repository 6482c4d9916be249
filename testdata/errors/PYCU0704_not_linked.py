# pycu: build --target cpu -o {out}
# Not linked.
from numba import cuda

half = cuda.declare_device("half", "float32(float32)")


@cuda.jit("void(float32[:])")
def halve(x):
    x[0] = half(x[1])
