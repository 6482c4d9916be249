# A device function for several types is overloaded; what C++ cannot tell apart gets names.
from numba import cuda


@cuda.jit(device=True)
def twice(x):
    return x + x


@cuda.jit(device=True)
def first(a):
    return a[0]


@cuda.jit("void(float32[:], float64[:], int64[::1], int64[:])")
def use(x, y, k, m):
    i = cuda.grid(1)
    x[i] = twice(x[i])
    y[i] = twice(y[i]) + twice(2.5)
    k[i] = twice(k[i]) + twice(cuda.threadIdx.x) + twice(3)
    m[i] = first(k) + first(m)
