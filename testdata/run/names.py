"""Names that mean something in C++, CUDA or the runtime, and names in other scripts."""
import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda

INFINITY = 5
M_PI = 3


@cuda.jit(device=True)
def sqrt(x):
    """Not the square root."""
    return x + 1


@cuda.jit(device=True)
def hypot(x, y):
    return x - y


@cuda.jit(device=True)
def pycu(x):
    return x * 2


@cuda.jit("void(int64[:], int64[:])")
def max_(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = max(a[i], 0)


@cuda.jit("void(int64[:], int64[:])")
def template(a, out):
    """C++ keywords."""
    i = cuda.grid(1)
    if i < a.size:
        int = a[i]
        double = int + 1
        new = double + 1
        namespace = new + 1
        this = namespace + 1
        register = this + 1
        auto = register + 1
        const = auto + 1
        typename = const + 1
        out[i] = typename


@cuda.jit("void(int64[:], int64[:])")
def macros(a, out):
    """Macros, functions and types of the headers."""
    i = cuda.grid(1)
    if i < a.size:
        linux = a[i]
        unix = linux + 1
        y1 = unix + 1
        exp = y1 + 1
        threadIdx = exp + 1
        int64_t = threadIdx + 1
        float3 = int64_t + 1
        assert_ = float3 + 1
        NULL = assert_ + INFINITY
        EOF = NULL + M_PI
        size_t = EOF + 1
        min = size_t + 1
        atomicAdd = min + 1
        array = atomicAdd + 1
        std = array + 1
        shape = std + 1
        stdin = shape + 1
        errno = stdin + 1
        out[i] = errno


@cuda.jit("void(int64[:], int64[:])")
def underscores(a, out):
    i = cuda.grid(1)
    if i < a.size:
        __x = a[i]
        _x = __x + 1
        x__y = _x + 1
        x_y = x__y + 1
        _X = x_y + 1
        x_ = _X + 1
        x = x_ + 1
        pycu_x = x + 1
        _ = pycu_x + 1
        out[i] = _


@cuda.jit("void(int64[:], int64[:])")
def größe(длина, out):
    """Unicode in names of kernels, parameters and locals."""
    i = cuda.grid(1)
    if i < длина.size:
        α = длина[i]
        β = α + 1
        out[i] = β + 名前(α)


@cuda.jit(device=True)
def 名前(x):
    return x * 10


@cuda.jit("void(int64[:], int64[:])")
def exp(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = sqrt(a[i]) + hypot(a[i], 7) + pycu(a[i])


@cuda.jit("void(int64[:], int64[:])")
def names(a, out):
    """A kernel may be called like its module."""
    i = cuda.grid(1)
    if i < a.size:
        blocks = a[i]
        out[i] = blocks


@cuda.jit("void(int64[:], int64[:], int64)")
def grid(grid, block, stream):
    """Parameters named like the wrapper's own."""
    shared_bytes = cuda.grid(1)
    if shared_bytes < grid.size:
        block[shared_bytes] = grid[shared_bytes] + stream


def check(k, n=80):
    a = integers(n, np.int64, -99, 99, 1)

    def launch(name, *more):
        out = np.zeros(n, np.int64)
        k[name][blocks(n), THREADS](a, out, *more)
        return out

    same(launch("max_"), np.maximum(a, 0))
    same(launch("template"), a + 8)
    same(launch("macros"), a + 7 + 5 + 3 + 8)
    same(launch("underscores"), a + 8)
    same(launch("größe"), a + 1 + 10 * a)
    same(launch("exp"), a + 1 + a - 7 + 2 * a)
    same(launch("names"), a)
    same(launch("grid", 5), a + 5)
