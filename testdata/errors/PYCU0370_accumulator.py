# pycu: --performance
# A variable that begins with such a number, and what a compiler narrows again.
from numba import cuda, float32


@cuda.jit("void(float32[:, :], float32[:], float32[:])")
def k(a, x, out):
    i = cuda.grid(1)
    total = 0.0
    for j in range(x.size):
        total += a[i, j] * x[j]
    out[i] = total
    if x[i] < 0.5:
        out[i] /= 2
    exact = float32(0)
    for j in range(x.size):
        exact += a[i, j]
    x[i] = exact
