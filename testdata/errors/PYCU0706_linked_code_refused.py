# pycu: build --target cpu --cxx ./PYCU0706_refuses.sh -o {out}
# Linked code refused.
from numba import cuda

half = cuda.declare_device("half", "float32(float32)", link=cuda.CUSource("no C++", "half.cu"))


@cuda.jit("void(float32[:])")
def halve(x):
    x[0] = half(x[1])
