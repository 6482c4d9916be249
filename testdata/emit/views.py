# Rows, columns, slices and other views: as short in C++ as in Python; no names where none were.
import numpy as np
from numba import cuda, float32

WEIGHTS = np.arange(6, dtype=np.float32).reshape(2, 3)


@cuda.jit(device=True)
def dot(x, y):
    total = float32(0)
    for k in range(x.size):
        total += x[k] * y[k]
    return total


@cuda.jit("void(float32[:, ::1], float32[:, :], float32[:], int32)")
def views(a, b, out, n):
    i = cuda.grid(1)
    tile = cuda.shared.array((8, 4), float32)
    row = a[i]
    column = b[:, n]
    part = row[1:-1]
    even = row[::2]
    tail = a[i, n:]
    out[i] = dot(row, column) + dot(part, even) + tail[0]
    out[i] = a[i][2] + a.T[n, i] + a[-1][0]
    x, y, z = b[i, :3]
    out[n] = x * y + z
    tile[i] = a[i, :4]
    tile[i, 1:3] = 0
    out[:2] = (x, 1)
    mine = tile[i]
    out[i] = dot(mine, WEIGHTS[1]) + tile[:, 1].sum()
    flat = tile.reshape(-1)
    bits = flat.view(np.uint32)
    a.flat[n] = flat[bits[0] % 8]
    b[1:, 0] = b[:-1, 0]
    b[i] = a[i] * 2 - b[i]
