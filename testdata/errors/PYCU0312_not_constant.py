# A global that only running the program would give.
import os

from numba import cuda

SIZE = int(os.environ['SIZE'])


@cuda.jit("void(float32[:], int32)")
def k(a, n):
    a[0] = SIZE
