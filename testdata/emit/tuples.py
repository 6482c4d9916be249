# Tuples: returned, unpacked, indexed, swapped, and items that nobody reads.
from numba import cuda


@cuda.jit(device=True)
def bounds(a, b):
    if a < b:
        return a, b
    return b, a


@cuda.jit(device=True)
def middle(pair):
    return (pair[0] + pair[1]) / 2


@cuda.jit("void(float64[:], int64, int64)")
def use(out, n, m):
    low, high = bounds(n, m)
    out[0] = high - low
    low, _ = bounds(low, 3)
    out[1] = low
    pair = bounds(m, n)
    out[2] = middle(pair)
    n, m = m, n
    out[3] = n - m
    point = (n, 0.5, m)
    out[4] = point[1] * point[2]
    weights = (0.25, 0.5, 0.25)
    for k in range(3):
        out[k] *= weights[k]
