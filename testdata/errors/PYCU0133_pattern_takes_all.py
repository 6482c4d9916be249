# A pattern behind one that takes everything.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    match a[0]:
        case x:
            a[1] = x
        case 1:
            a[1] = 2
