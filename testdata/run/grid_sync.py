"""Kernels whose blocks wait for each other: cooperative groups' barrier of the whole grid."""

import numpy as np
from case import integers, same
from numba import cuda, int64
from numba.cuda import cg

# The work is divided among as many blocks as run at once.
FIXED_LAUNCH = ("sum_twice", "passed_on", "rounds", "from_function")


@cuda.jit("void(int32[:], int64[:], int64[:])")
def sum_twice(a, partial, out):
    """A sum of each block; after the barrier every thread knows them all."""
    grid = cuda.cg.this_grid()
    mine = cuda.shared.array(1, int64)
    if cuda.threadIdx.x == 0:
        mine[0] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        cuda.atomic.add(mine, 0, a[i])
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        partial[cuda.blockIdx.x] = mine[0]
    grid.sync()
    total = 0
    for block in range(cuda.gridDim.x):
        total += partial[block]
    out[cuda.grid(1)] = total


@cuda.jit("void(int32[:])")
def passed_on(a):
    """Each row is what the block before made of the row before."""
    rows = a.size
    g = cg.this_grid()
    for row in range(1, rows):
        g.sync()
        if row % cuda.gridDim.x == cuda.blockIdx.x and cuda.threadIdx.x == 0:
            a[row] = a[row - 1] * 3 + row


@cuda.jit("void(int32[:, ::1], int32)")
def rounds(m, count):
    """Columns that flow down, all blocks in step."""
    column = cuda.grid(1)
    left = column - 1 if column > 0 else m.shape[1] - 1
    for row in range(1, count):
        m[row, column] = m[row - 1, left] + m[row - 1, column]
        cg.this_grid().sync()


@cuda.jit("void(int32[:], int32[:])")
def from_function(a, out):
    i = cuda.grid(1)
    a[i] += 1
    wait()
    out[i] = a[a.size - 1 - i]


@cuda.jit(device=True)
def wait():
    cg.this_grid().sync()


def check(k):
    a, partial = integers(1000, np.int32, -99, 99, 1), np.zeros(4, np.int64)
    out = np.zeros(128, np.int64)
    k.sum_twice[4, 32](a, partial, out)
    same(out, a.sum())

    a = np.zeros(20, np.int32)
    a[0] = 1
    k.passed_on[3, 33](a)
    expected = [1]
    for row in range(1, 20):
        expected.append((expected[-1] * 3 + row + 2**31) % 2**32 - 2**31)
    same(a, expected)

    m = np.zeros((8, 96), np.int32)
    m[0] = integers(96, np.int32, -9, 9, 2)
    expected = m.copy()
    for row in range(1, 8):
        expected[row] = np.roll(expected[row - 1], 1) + expected[row - 1]
    k.rounds[3, 32](m, 8)
    same(m, expected)

    a, out = integers(64, np.int32, -9, 9, 3), np.zeros(64, np.int32)
    before = a.copy()
    k.from_function[2, 32](a, out)
    same(out, before[::-1] + 1)
