# Tuples that functions return, where they are stored item by item or converted; loops over the
# elements of arrays that have a known length; indices that a store has shown to be inside.
import math

import numpy as np
from numba import cuda, float32

# The columns to the right, and to the left.
RIGHT, LEFT = np.array([6, 7, 8]), np.array([3, 4, 5])  # of nine
#: of a tile
SIDE = 16


@cuda.jit(device=True)
def total(a, b):
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@cuda.jit(device=True)
def distance(a):
    if a[0] > 0:
        return math.inf, False
    return a[1], True


@cuda.jit(device=True)
def moved(a, b, n):
    if n > 3:
        return (1.0, 2.0, 3.0), b[0]
    return total(a, b), b[1]


@cuda.jit("void(float32[:, :], float32[:], float64[:, :])")
def stores(x, y, out):
    i = cuda.grid(1)
    t = cuda.local.array(3, float32)
    t[:] = total(x[i], y)
    x[i] = total(t, y)
    out[i, 0:3] = total(t, t)
    place, weight = moved(t, y, i)
    length, is_far = distance(t)
    y[0] = place[0] + weight + (length if is_far else 0.0)
    s = 0.0
    for e in t:
        s += e
    for c in RIGHT:
        s += x[i, c]
    for left, right in zip(LEFT, RIGHT):
        x[i, left] = x[i, right]
    for i in range(3):
        for c in LEFT:
            s += out[i, c]
    print("sum of", i, s)


@cuda.jit("void(float32[:, :])")
def turn(a):
    tile = cuda.shared.array((SIDE, SIDE), float32)
    i, j = cuda.grid(2)
    row, col = cuda.threadIdx.x, cuda.threadIdx.y
    v = tile[15 - row, col]  # what is read says nothing of the index
    tile[row, col] = a[i, j] + v
    cuda.syncthreads()
    a[i, j] = tile[15 - row, 15 - col]
