# A function for several types is a template where the texts differ in types alone, and overloaded
# otherwise; what C++ cannot tell apart gets names.
import math

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


@cuda.jit(device=True)
def norm(a, i):
    total = a.dtype.type(0)
    for j in range(a.shape[1]):
        total += a[i, j] * a[i, j]
    return math.sqrt(total) * 0.5


@cuda.jit(["void(float32[:, :], float32[:])", "void(float64[:, :], float64[:])"])
def norms(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = norm(a, i)


# An integer is divided by other means.
@cuda.jit(["void(int32[:], int32)", "void(float32[:], float32)", "void(float64[:], float64)"])
def divide(a, by):
    i = cuda.grid(1)
    if i < a.size:
        a[i] /= by
