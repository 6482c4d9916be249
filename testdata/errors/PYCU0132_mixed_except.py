# Two sorts of handlers in one `try`.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    try:
        a[0] = 1
    except* ValueError:
        pass
    except KeyError:
        pass
