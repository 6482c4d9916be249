# An index that may be negative counts from the end; the test is left out where it cannot be.
from numba import cuda


@cuda.jit("void(float32[:, :], int64, uint32)")
def border(u, k, w):
    i, j = cuda.grid(2)
    u[i, j] = u[i - 1, j]
    u[-1, j] = u[k, w]
    if k >= 0:
        u[k, -2] = 0
    if i > 0:
        u[i - 1, j] = 1
    for n in range(3):
        u[n, k - n] = u[i % 5, j // 2]
