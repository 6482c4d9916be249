# pycu: --sig 'widen=void(int32[:], int32, int32, int64[:])'
# int32 operands are widened before they are added, and stay as they are where nothing could tell.
from numba import cuda, int32


@cuda.jit
def widen(a, m, n, out):
    i = cuda.grid(1)
    out[i] = a[i] + m
    out[i] = m * n - 1
    out[i] = -m
    a[i] = m + n
    a[i] += m
    t = cuda.threadIdx.x
    out[t - 1] = t + 1
    out[0] = t * 4 + cuda.blockDim.x
    a[i] = m * 747796405 + n  # meant to wrap round, which an int must not


@cuda.jit("void(float32[::1], float32[::1])")
def tiles(a, out):
    """A counter of blocks, and what is a multiple of it, is an int where the blocks are few."""
    t = cuda.threadIdx.x
    total = 0.0
    for block in range(cuda.gridDim.x):
        if t + block * 16 < a.size:
            total += a[t + block * 16]
    out[t] = total


@cuda.jit("void(int32[::1], int32[::1], int32[::1], int64[::1])")
def looked_at(x, y, out, sums):
    """What an int keeps of a sum is looked at behind a barrier, as a step's, and at once."""
    part = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    part[t] += x[t] + y[t]
    cuda.syncthreads()
    sums[t] = part[t]
    y[t] -= 1
    if y[t] == 0:
        sums[0] = 1
    out[t] = x[t] + x[t + 1]
    if out[t] == -2:  # a sum that goes round may be a small number, too
        sums[1] = 1
