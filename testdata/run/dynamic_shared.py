"""Dynamic shared memory: its length from the launch, arrays of several types that share it; and
shared arrays that are too large to be static ones of CUDA."""

import numpy as np
from case import integers, rng, same
from numba import cuda, float32, float64, int32

BIG = 160

# Blocks have the size that the shared memory has.
FIXED_LAUNCH = ("reversed_blocks", "lengths", "aliases", "tree", "large", "two_large")


@cuda.jit("void(int32[:], int32[:])")
def reversed_blocks(a, out):
    tile = cuda.shared.array(0, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = a[i]
    cuda.syncthreads()
    out[i] = tile[cuda.blockDim.x - 1 - t] + tile[-1 - t]


@cuda.jit("void(int64[:])")
def lengths(out):
    """As many elements as fit."""
    bytes_ = cuda.shared.array(0, np.uint8)
    words = cuda.shared.array(shape=0, dtype=float64)
    out[0] = bytes_.size
    out[1] = len(words)
    out[2] = cuda.shared.array(0, "float32").shape[0]


@cuda.jit("void(uint32[:])")
def aliases(out):
    """All such arrays begin at one place."""
    floats = cuda.shared.array(0, float32)
    bits = cuda.shared.array(0, np.uint32)
    t = cuda.threadIdx.x
    floats[t] = t + 0.5
    cuda.syncthreads()
    out[t] = bits[t]


@cuda.jit(device=True)
def fold(partial, t):
    half = cuda.blockDim.x // 2
    while half > 0:
        if t < half:
            partial[t] += partial[t + half]
        cuda.syncthreads()
        half //= 2
    return partial[0]


@cuda.jit("void(float64[:], float64[:])")
def tree(a, out):
    """A sum of each block, whatever its size."""
    partial = cuda.shared.array(0, float64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    partial[t] = a[i] if i < a.size else 0.0
    cuda.syncthreads()
    total = fold(partial, t)
    if t == 0:
        out[cuda.blockIdx.x] = total


@cuda.jit("void(float32[:, :], float32[:, :])")
def large(a, out):
    """100 KB: more than CUDA's static shared memory."""
    tile = cuda.shared.array((BIG, BIG), float32)
    t = cuda.threadIdx.x
    for row in range(BIG):
        for column in range(t, BIG, cuda.blockDim.x):
            tile[row, column] = a[row, column]
    cuda.syncthreads()
    for row in range(BIG):
        for column in range(t, BIG, cuda.blockDim.x):
            out[row, column] = tile[column, row]


@cuda.jit("void(int32[:], int32[:])")
def two_large(a, out):
    """The larger ones go; the small one stays."""
    last = cuda.shared.array(1, int32)
    first = cuda.shared.array(8000, int32)
    second = cuda.shared.array((10, 1000), int32)
    t = cuda.threadIdx.x
    if t == 0:
        last[0] = a[-1]
    for i in range(t, 8000, cuda.blockDim.x):
        first[i] = a[i]
        second[i // 1000, i % 1000] = a[i] * 2
    cuda.syncthreads()
    for i in range(t, 8000, cuda.blockDim.x):
        out[i] = first[7999 - i] + second[i // 1000, -1 - i % 1000] + last[0]


def check(k):
    a, out = integers(192, np.int32, -1000, 1000, 1), np.zeros(192, np.int32)
    k.reversed_blocks[3, 64, 0, 256](a, out)
    same(out, 2 * a.reshape(3, 64)[:, ::-1].ravel())

    for size in (0, 1, 8, 100, 60000, 200000):
        out = np.zeros(3, np.int64)
        k.lengths[1, 1, 0, size](out)
        same(out, [size, size // 8, size // 4])

    out = np.zeros(32, np.uint32)
    k.aliases[1, 32, 0, 128](out)
    same(out, (np.arange(32) + 0.5).astype(np.float32).view(np.uint32))

    a = np.round(rng(2).uniform(-9, 9, 500))
    for threads in (32, 128, 512):
        out = np.zeros(-(-500 // threads))
        k.tree[len(out), threads, 0, threads * 8](a, out)
        padded = np.append(a, np.zeros(threads * len(out) - 500))
        same(out, padded.reshape(len(out), threads).sum(1))

    a = rng(3).normal(0, 1, (BIG, BIG)).astype(np.float32)
    out = np.zeros((BIG, BIG), np.float32)
    k.large[1, 64](a, out)
    same(out, a.T)

    a, out = integers(8000, np.int32, -1000, 1000, 4), np.zeros(8000, np.int32)
    k.two_large[1, 96](a, out)
    same(out, a[::-1] + 2 * a.reshape(8, 1000)[:, ::-1].ravel() + a[-1])
