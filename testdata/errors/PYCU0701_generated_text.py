# pycu: build --target cpu --cxx ./PYCU0701_refuses.sh -o {out}
# A compiler that refuses a line of the generated text.
from numba import cuda


@cuda.jit("void(float32[:])")
def increment(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += 1
