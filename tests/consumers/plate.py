"""Kernels that the programs of this folder call."""

from numba import cuda, float64


@cuda.jit("void(float32[:, :], float32[:, :])")
def step(u, out):
    """One explicit step of the heat equation; the border stays as it is."""
    i, j = cuda.grid(2)
    rows, cols = u.shape
    if 0 < i < rows - 1 and 0 < j < cols - 1:
        out[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])


@cuda.jit("void(float64[:], float64[:])")
def block_sum(x, sums):
    """The sum of each block of 64 elements."""
    shared = cuda.shared.array(64, float64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    shared[t] = x[i] if i < x.size else 0.0
    cuda.syncthreads()
    half = 32
    while half > 0:
        if t < half:
            shared[t] += shared[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        sums[cuda.blockIdx.x] = shared[0]


@cuda.jit(["void(float32[:], float32)", "void(float64[:], float64)", "void(float64[::1], float64)"])
def scale(x, factor):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= factor


@cuda.jit("void(float64[:], float64[:], float64[:])")
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


@cuda.jit("void(int64[:], UniTuple(int64, 2), bool_)")
def fill(x, line, downwards):
    """x[i] = line[0] + line[1] * i, or its negative."""
    i = cuda.grid(1)
    if i < x.size:
        value = line[0] + line[1] * i
        x[i] = -value if downwards else value
