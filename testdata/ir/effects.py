# find_effects: what writes, what meets at a barrier, and what calls something that does.
from numba import cuda


@cuda.jit
def put(a, i):
    a[i] = 1
    return a[i - 1]


@cuda.jit
def meet(x):
    cuda.syncthreads()
    return x


@cuda.jit
def half(x):
    return x // 2


@cuda.jit("void(int64[::1], int64[::1])")
def kernel(out, source):
    i = cuda.grid(1)
    put(out, half(meet(source[i])))
