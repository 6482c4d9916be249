from enum import Enum

from numba import cuda


class Rate(Enum):
    SLOW = 1
    FAST = 2.5


@cuda.jit("void(float64[:], int32)")
def k(out, n):
    rate = Rate.FAST
    out[n] = rate.value
