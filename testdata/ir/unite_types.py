# unite_types: a name is one variable where its values are read as one type.
from numba import cuda


@cuda.jit("void(float32[::1], int32[::1], float64[::1])")
def kernel(a, b, out):
    x = a[0]
    x = x * 2.5
    out[0] = x
    n = b[0]
    n = n + b[1]  # read as int64
    out[1] = n
    y = a[1]
    out[2] = y  # read as float64, and again as what it is
    out[3] = y * a[1]
    y = 0.1
    out[4] = y
