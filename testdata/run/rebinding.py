"""Names that hold other arrays, or values of other types, as the body goes on."""

import numpy as np
from case import THREADS, blocks, same
from numba import cuda, float32

FIXED_LAUNCH = ("tiles",)


@cuda.jit("void(float32[:], float32[::1], int32, float32[:])")
def rebound(a, b, n, out):
    i = cuda.grid(1)
    if i >= out.size:
        return
    data = a if n > 3 else b
    if n > 5:
        more = a
    else:
        more = b
    out[i] = data[i] + more[i]
    for _ in range(n):
        a, b = b, a
    out[i] += a[i] * 10


@cuda.jit("void(float32[:], int32)")
def tiles(a, n):
    big = cuda.shared.array(64, float32)
    small = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    big[t] = small[t] = 1
    tile = big if n > 2 else small
    tile[t] = a[t]
    cuda.syncthreads()
    for _ in range(n):
        big, small = small, big
    other = small
    if n % 2:
        other = big
    a[t] = tile[63 - t] + 0 * other[t]


@cuda.jit("void(int32[:], float64[:, :])")
def types(a, out):
    i = cuda.grid(1)
    if i >= a.size:
        return
    x = a[i]
    y = x
    x = x * 0.5
    out[0, i] = x + y
    if y > 3:
        z = y
    else:
        z = x
    out[1, i] = z
    for k in range(y):
        w = k
        if w > 2:
            w = w * 0.25
        z = w
    out[2, i] = z
    u = 1
    while u < 10:
        u = u * 2.5
    out[3, i] = u


def expected_types(y):
    x = y * 0.5
    first = x + y
    z = second = y if y > 3 else x
    for k in range(y):
        z = k * 0.25 if k > 2 else k
    return first, second, z, 2.5**3


def check(k, n=64):
    for m in range(8):
        a = np.arange(n, dtype=np.float32)
        b = -2 * a - 1
        out = np.zeros(n, np.float32)
        k.rebound[blocks(n), THREADS](a, b, m, out)
        same(out, (a if m > 3 else b) + (a if m > 5 else b) + 10 * (b if m % 2 else a))
        a = np.arange(64, dtype=np.float32)
        x = a.copy()
        k.tiles[1, 64](x, m)
        same(x, a[::-1])
    a = np.arange(-2, 10, dtype=np.int32)
    out = np.zeros((4, a.size))
    k.types[1, THREADS](a, out)
    same(out, np.array([expected_types(y) for y in a.tolist()]).T)
