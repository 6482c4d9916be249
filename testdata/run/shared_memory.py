"""Shared arrays and barriers: in loops, behind early returns and in device functions."""
import math

import numpy as np
from case import integers, rng, same
from numba import cuda, float32, int32

BLOCK = 128
TILE = 8

# Blocks have the size that the shared arrays have.
FIXED_LAUNCH = (
    "reversed_blocks", "turned", "block_sums", "transposed", "multiplied", "two_arrays",
    "counts", "early_return", "scan", "sums_of_warps",
)  # fmt: skip


@cuda.jit("void(int32[:], int32[:])")
def reversed_blocks(a, out):
    tile = cuda.shared.array(BLOCK, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = a[i]
    cuda.syncthreads()
    out[i] = tile[-1 - t]


@cuda.jit("void(int32[:, :])")
def turned(a):
    """What has been stored says that the index counts from the start."""
    tile = cuda.shared.array((TILE, TILE), int32)
    i, j = cuda.grid(2)
    row, col = cuda.threadIdx.x, cuda.threadIdx.y
    tile[row, col] = a[i, j]
    cuda.syncthreads()
    a[i, j] = tile[TILE - 1 - row, -1 - col]


@cuda.jit("void(float64[:], float64[:])")
def block_sums(a, out):
    """A tree of barriers; the last block may be short of elements."""
    partial = cuda.shared.array(shape=BLOCK, dtype=np.float64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i < a.size:
        partial[t] = a[i]
    else:
        partial[t] = 0
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            partial[t] += partial[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        out[cuda.blockIdx.x] = partial[0]


@cuda.jit("void(float32[:, :], float32[:, :])")
def transposed(a, out):
    tile = cuda.shared.array((TILE, TILE + 1), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x = cuda.blockIdx.x * TILE + tx
    y = cuda.blockIdx.y * TILE + ty
    if y < a.shape[0] and x < a.shape[1]:
        tile[ty, tx] = a[y, x]
    cuda.syncthreads()
    x = cuda.blockIdx.y * TILE + tx
    y = cuda.blockIdx.x * TILE + ty
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = tile[tx, ty]


@cuda.jit("void(float32[:, :], float32[:, :], float32[:, :])")
def multiplied(a, b, c):
    """Barriers in a loop, and threads outside the matrix that take part in them."""
    left = cuda.shared.array((TILE, TILE), float32)
    right = cuda.shared.array((TILE, TILE), float32)
    col, row = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    total = float32(0)
    for step in range((a.shape[1] + TILE - 1) // TILE):
        left[ty, tx] = 0
        right[ty, tx] = 0
        if row < a.shape[0] and step * TILE + tx < a.shape[1]:
            left[ty, tx] = a[row, step * TILE + tx]
        if col < b.shape[1] and step * TILE + ty < b.shape[0]:
            right[ty, tx] = b[step * TILE + ty, col]
        cuda.syncthreads()
        for m in range(TILE):
            total += left[ty, m] * right[m, tx]
        cuda.syncthreads()
    if row < c.shape[0] and col < c.shape[1]:
        c[row, col] = total


@cuda.jit("void(int32[:], float64[:])")
def two_arrays(a, out):
    ints = cuda.shared.array(BLOCK, np.int8)
    doubles = cuda.shared.array(BLOCK, "float64")
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    ints[t] = a[i]
    doubles[BLOCK - 1 - t] = a[i] / 2
    cuda.syncthreads()
    out[i] = ints[(t + 1) % BLOCK] + doubles[t]


@cuda.jit("void(int32[:], int32[:, :])")
def counts(a, out):
    """Barriers that count their threads' answers."""
    i = cuda.grid(1)
    positive = 1 if a[i] > 0 else 0
    total = cuda.syncthreads_count(positive)
    every = cuda.syncthreads_and(positive)
    some = cuda.syncthreads_or(positive)
    if cuda.threadIdx.x == 0:
        out[0, cuda.blockIdx.x] = total
        out[1, cuda.blockIdx.x] = 1 if every != 0 else 0
        out[2, cuda.blockIdx.x] = 1 if some != 0 else 0


@cuda.jit("void(int32[:], int32[:])")
def early_return(a, out):
    """Threads that have returned are not waited for."""
    tile = cuda.shared.array(BLOCK, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i >= a.size:
        return
    tile[t] = a[i]
    cuda.syncthreads()
    live = min(BLOCK, a.size - cuda.blockIdx.x * BLOCK)
    out[i] = tile[live - 1 - t]


@cuda.jit(device=True)
def swap_step(tile, t, distance):
    """A barrier in a device function."""
    value = tile[t - distance] if t >= distance else 0
    cuda.syncthreads()
    tile[t] += value
    cuda.syncthreads()


@cuda.jit("void(int32[:], int32[:])")
def scan(a, out):
    """Prefix sums of each block."""
    tile = cuda.shared.array(BLOCK, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = a[i]
    cuda.syncthreads()
    distance = 1
    while distance < BLOCK:
        swap_step(tile, t, distance)
        distance *= 2
    out[i] = tile[t]


@cuda.jit("void(float64[:], float64[:])")
def sums_of_warps(a, out):
    """Each warp has a part of the array to itself."""
    parts = cuda.shared.array((BLOCK // 32, 32), np.float64)
    t = cuda.threadIdx.x
    warp, lane = t // 32, t % 32
    parts[warp, lane] = math.sqrt(a[cuda.grid(1)])
    cuda.syncthreads()
    if lane == 0:
        total = 0.0
        for j in range(32):
            total += parts[warp, j]
        out[cuda.blockIdx.x * (BLOCK // 32) + warp] = total


def check(k):
    n = 3 * BLOCK
    a = integers(n, np.int32, -50, 50, 1)
    rows = a.reshape(3, BLOCK)
    out = np.zeros(n, np.int32)
    k.reversed_blocks[3, BLOCK](a, out)
    same(out, rows[:, ::-1].ravel())

    x = np.round(rng(2).uniform(-100, 100, n - 5))
    sums = np.zeros(3)
    k.block_sums[3, BLOCK](x, sums)
    same(sums, np.append(x, np.zeros(5)).reshape(3, BLOCK).sum(axis=1))

    m = rng(3).uniform(-1, 1, (13, 21)).astype(np.float32)
    out = np.zeros((21, 13), np.float32)
    k.transposed[(3, 2), (TILE, TILE)](m, out)
    same(out, m.T)

    p, q = (np.round(rng(j).uniform(-9, 9, (19, 19))).astype(np.float32) for j in (4, 5))
    product = np.zeros((19, 19), np.float32)
    k.multiplied[(3, 3), (TILE, TILE)](p, q, product)
    same(product, p @ q)

    out = np.zeros(n)
    k.two_arrays[3, BLOCK](a, out)
    same(out, (np.roll(rows, -1, 1) + rows[:, ::-1] / 2).ravel())

    out = np.zeros((3, 5), np.int32)
    b = a.copy()
    b[:128] = 1
    b[128:256] = -1
    k.counts[3, BLOCK](b, out)
    positive = b.reshape(3, BLOCK) > 0
    same(out[:, :3], [positive.sum(axis=1), positive.all(axis=1), positive.any(axis=1)])

    short = a[: 2 * BLOCK + 37].copy()
    out = np.zeros(short.size, np.int32)
    k.early_return[3, BLOCK](short, out)
    same(out, np.concatenate([part[::-1] for part in np.split(short, [BLOCK, 2 * BLOCK])]))

    out = np.zeros(n, np.int32)
    k.scan[3, BLOCK](a, out)
    same(out, rows.cumsum(axis=1).ravel())

    turned = integers(16 * 24, np.int32, -9, 9, 7).reshape(16, 24)
    out = turned.copy()
    k.turned[(2, 3), (TILE, TILE)](out)
    tiles = turned.reshape(2, TILE, 3, TILE)
    same(out, tiles[:, ::-1, :, ::-1].reshape(16, 24))

    y = rng(6).uniform(0, 10, n)
    out = np.zeros(n // 32)
    k.sums_of_warps[3, BLOCK](y, out)
    expected = [sum(row, 0.0) for row in np.sqrt(y).reshape(-1, 32).tolist()]
    same(out, expected)
