"""Which entry runs: the contiguous one only where arguments are so and no output overlaps."""
import numpy as np
from case import THREADS, blocks, same
from numba import cuda


@cuda.jit("void(float32[:], float32[:])")
def shifted(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + 1


@cuda.jit("void(float32[:], float32[:], float32[:])")
def added(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


def entry(kernel, *arrays):
    kernel[blocks(arrays[-1].size), THREADS](*arrays)
    return kernel.last_entry()


def check_entries(k):
    """Not through the harness, which would replace the arguments."""
    base = np.arange(200, dtype=np.float32)
    out = np.zeros(100, np.float32)
    assert entry(k.shifted, base[:100], out) == "contiguous"
    same(out, base[:100] + 1)
    assert entry(k.shifted, base[:100], base[100:]) == "contiguous"
    assert entry(k.shifted, base[::2], out) == "strided"
    assert entry(k.shifted, base[:100][::-1], out) == "strided"
    assert entry(k.shifted, base[:100], base[99:199]) == "strided"
    same(base[99:198], np.arange(99) + 1)
    assert entry(k.shifted, out, out) == "strided"
    assert entry(k.added, base[:100], base[:100], out) == "contiguous"
    assert entry(k.added, base[:100], base[50:150], out) == "contiguous"
    assert entry(k.added, base[:100], out, out) == "strided"
    assert entry(k.shifted, base[5:6], base[5:6]) == "strided"
    assert entry(k.shifted, base[:0], base[:0]) == "contiguous"
    assert entry(k.shifted, np.broadcast_to(np.float32(1), 100), out) == "strided"


def check(k, n=64):
    a, out = np.arange(n, dtype=np.float32), np.zeros(n, np.float32)
    k.shifted[blocks(n), THREADS](a, out)
    same(out, a + 1)
    k.shifted[blocks(n), THREADS](a, a)
    same(a, np.arange(n) + 1)
    b, out = np.full(n, 0.5, np.float32), np.zeros(n, np.float32)
    k.added[blocks(n), THREADS](a, b, out)
    same(out, a + b)
