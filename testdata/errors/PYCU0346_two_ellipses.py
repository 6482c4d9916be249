# Two ellipses in one index: nothing says which axes are whose.
from numba import cuda


@cuda.jit("void(float32[:, :, :])")
def k(a):
    a[..., 0, ...] = 1
