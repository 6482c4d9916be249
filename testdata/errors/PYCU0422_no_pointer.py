# No pointer: an array whose elements may lie apart.
import cffi
from numba import cuda

ffi = cffi.FFI()
clear = cuda.declare_device("clear", "void(CPointer(float32), int64)")


@cuda.jit("void(float32[:])")
def clear_all(x):
    clear(ffi.from_buffer(x), x.size)
