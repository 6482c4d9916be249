# Chained comparisons, truth of numbers, and, or, not.
from numba import cuda


@cuda.jit("void(int32[:], float32, int32, uint32, int64)")
def compare(out, x, m, w, n):
    i = cuda.grid(1)
    if 0 <= n < 10 != m:
        out[i] = 1
    if n and not m:
        out[i] = 2
    if x or not (n < m and m < 3 or n == 5):
        out[i] = 3
    if cuda.threadIdx.x < m and cuda.threadIdx.x >= 0:
        out[i] = 4
    if w < m or m < w:
        out[i] = 5
    inside = x > 0.5 and x < n
    out[i] = inside
    out[i] = n < 3 if inside else n > 4
    out[i] = n and m
    out[i] = n or 7
