# pycu: --float-literals=32
from numba import cuda

HUGE = 1e300


@cuda.jit("void(float32[:])")
def k(a):
    a[0] = a[1] * 1e40 + 1e-60
    a[1] = min(a[2], HUGE) + 0.0 + float("inf")
    a[2] = -1e39 * 3.4e38
