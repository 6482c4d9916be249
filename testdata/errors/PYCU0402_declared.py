# Arguments that a declared function does not take: an array where it has a pointer.
from numba import cuda

clear = cuda.declare_device("clear", "void(CPointer(float32), int64)")


@cuda.jit("void(float32[::1])")
def clear_all(x):
    clear(x, x.size)
