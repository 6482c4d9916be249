# pycu: build --target cpu -o {out}
# Cannot link: a processor runs no PTX.
from numba import cuda

half = cuda.declare_device("half", "float32(float32)", link=cuda.PTXSource("", "half.ptx"))


@cuda.jit("void(float32[:])")
def halve(x):
    x[0] = half(x[1])
