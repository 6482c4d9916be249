# A handler that is never reached.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    try:
        a[0] = 1
    except:
        pass
    except ValueError:
        pass
