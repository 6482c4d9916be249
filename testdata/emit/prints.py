"""`print`: one call of printf for each."""
import numpy as np
from numba import cuda

GREETING = "hello"
SIZES = (2, 3)


@cuda.jit("void(int8, int32, int64, uint64, float32, float64, bool_)")
def scalars(a, b, c, d, x, y, flag):
    print(a, b, c, d)
    print(x, y, x * 2)
    print("flag:", flag, not flag)
    print()
    print("100 %", b > 3, "\"quoted\"\ttab \\ back")


@cuda.jit("void(int32, float32[:, :])")
def structured(n, a):
    print((n, 2.5, True), (n,), ())
    print("shape", a.shape, SIZES, None)
    print(cuda.threadIdx, cuda.blockDim.x, cuda.grid(1))
    print(GREETING, "world", sep=", ", end="!\n")
    print(n, n + 1, sep="")
    for v in (1, 2, 3):
        print(v, end=" ")
    print()


@cuda.jit("void(float32[:])")
def where(a):
    i = cuda.grid(1)
    if i < a.size and a[i] < 0:
        print("negative at", i, ":", a[i])  # found by every thread for itself


@cuda.jit("void(int64)")
def long_line(n):
    print(n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n,
          n, n, n, n, n)


@cuda.jit("void(int32[:])")
def flushed(a):
    # the text is flushed always; what says so is computed all the same
    print(a[1], flush=cuda.atomic.add(a, 0, 1))
