"""Keeping the elements that pass a test: votes and one atomic a warp instead of one a thread."""
import sys

import numpy as np
from numba import cuda, int32

THREADS = 128
FULL = 0xFFFFFFFF


@cuda.jit("void(float32[::1], float32, float32[::1], int32[::1])")
def keep_above(x, limit, out, count):
    """Moves the elements above limit to the front of out; their order is that of the warps."""
    i = cuda.grid(1)
    keeps = i < x.size and x[i] > limit
    lanes = cuda.ballot_sync(FULL, keeps)

    # one lane makes room for all of its warp
    start = int32(0)
    if cuda.laneid == 0:
        start = cuda.atomic.add(count, 0, cuda.popc(lanes))
    start = cuda.shfl_sync(FULL, start, 0)
    if keeps:
        out[start + cuda.popc(lanes & cuda.lanemask_lt())] = x[i]


@cuda.jit("void(uint8[::1], int32[::1])")
def histogram(pixels, bins):
    """Counts values; lanes with the same value add their number at once."""
    i = cuda.grid(1)
    active = cuda.ballot_sync(FULL, i < pixels.size)
    if i < pixels.size:
        same = cuda.match_any_sync(active, int32(pixels[i]))
        is_first = same & cuda.lanemask_lt() == 0
        if is_first:
            cuda.atomic.add(bins, pixels[i], cuda.popc(same))


def check(k) -> float:
    """Compare with NumPy's masks and counts."""
    n = 3000
    rng = np.random.default_rng(3)
    x = rng.normal(0, 1, n).astype(np.float32)
    blocks = (n + THREADS - 1) // THREADS
    out = np.zeros(n, np.float32)
    count = np.zeros(1, np.int32)
    k.keep_above[blocks, THREADS](x, np.float32(0.5), out, count)
    kept = x[x > 0.5]
    assert count[0] == kept.size
    assert (np.sort(out[: count[0]]) == np.sort(kept)).all()
    assert (out[count[0] :] == 0).all()

    pixels = rng.integers(0, 256, n).astype(np.uint8) // 16
    bins = np.zeros(256, np.int32)
    k.histogram[blocks, THREADS](pixels, bins)
    assert (bins == np.bincount(pixels, minlength=256)).all()
    return 0.0


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
