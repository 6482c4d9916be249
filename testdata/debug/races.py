"""Kernels that are sound when `bad` is 0 and race when it is 1.

The line of the second access ends with its kernel's name as a comment, that of the first with
`first of` and the name; races_test.py looks for them there.
"""

import numba
import numpy as np
from numba import cuda, float32, int32

particle = np.dtype([("x", np.float32), ("y", np.float32)], align=True)


@cuda.jit("void(int32[:], int32)")
def counter(count, bad):
    """Every thread counts itself, with or without an atomic."""
    if bad:
        count[0] += 1  # counter, first of counter
    else:
        cuda.atomic.add(count, 0, 1)


@cuda.jit("void(float32[:], float32[:], int32)")
def missing_barrier(x, out, bad):
    """The neighbour's element of a tile, behind a barrier or not."""
    tile = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]  # first of missing_barrier
    if not bad:
        cuda.syncthreads()
    if t > 0:
        out[t] = tile[t - 1]  # missing_barrier


@cuda.jit("void(float32[:], int32)")
def late_barrier(x, bad):
    """A reduction whose loop has its barrier before the sum or not at all."""
    tile = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    tile[t] = x[t]
    cuda.syncthreads()
    half = 32
    while half > 0:
        if t < half:
            tile[t] += tile[t + half]  # late_barrier, first of late_barrier
        if not bad:
            cuda.syncthreads()
        half //= 2
    if t == 0:
        x[0] = tile[0]


@cuda.jit("void(float32[:], float32[:], int32[:], int32)")
def last_block(x, partial, count, bad):
    """The last block to arrive adds what all have written; it needs their fences."""
    place = cuda.shared.array(1, int32)
    t = cuda.threadIdx.x
    if t == 0:
        partial[cuda.blockIdx.x] = x[cuda.blockIdx.x]  # first of last_block
        if not bad:
            cuda.threadfence()
        place[0] = cuda.atomic.add(count, 0, 1)
    cuda.syncthreads()
    if place[0] == cuda.gridDim.x - 1:
        total = float32(0)
        for k in range(cuda.gridDim.x):
            total += partial[k]  # last_block
        if t == 0:
            x[0] = total


@cuda.jit("void(int32[:], int32[:], int32)")
def locked(lock, total, bad):
    """A lock that is given back behind a fence or without one."""
    while cuda.atomic.cas(lock, 0, 0, 1) != 0:
        pass
    total[0] += 1  # locked, first of locked
    if not bad:
        cuda.threadfence()
    cuda.atomic.exch(lock, 0, 0)


@cuda.jit("void(int32[:], int32)")
def same_flag(flag, bad):
    """All threads may write one value, and not several."""
    flag[0] = 1 + bad * cuda.threadIdx.x  # same_flag, first of same_flag


@cuda.jit("void(int32[:], int32[:], int32)")
def neighbours(cells, out, bad):
    """Blocks read beyond their own part, of another array or of the one that all write."""
    i = cuda.grid(1)
    if i < cells.size - 1:
        if bad:
            cells[i] = cells[i + 1]  # neighbours, first of neighbours
        else:
            out[i] = cells[i + 1]


@cuda.jit("void(int32[:], int32)")
def mixed(count, bad):
    """A plain read of what others count atomically, before a barrier or behind it."""
    t = cuda.threadIdx.x
    cuda.atomic.add(count, 0, 1)  # first of mixed
    if not bad:
        cuda.syncthreads()
    count[1 + t] = count[0]  # mixed


@cuda.jit("void(uint8[:], int32)")
def small(cells, bad):
    """Neighbours in memory are no race, however small they are."""
    i = cuda.grid(1)
    cells[i // 2 if bad else i] = i  # small, first of small


@cuda.jit((numba.from_dtype(particle)[:], int32))
def fields(particles, bad):
    """Fields of one record are apart, and one of them is not."""
    t = cuda.threadIdx.x
    p = particles[t // 2]
    if t % 2 == 0 or bad:
        p.x = t  # fields, first of fields
    else:
        p.y = t
