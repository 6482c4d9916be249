"""Running sums: shuffles within a warp, shared memory between the warps of a block."""
import sys

import numpy as np
from numba import cuda, float32

WARP = 32
THREADS = 256
FULL = 0xFFFFFFFF


@cuda.jit(device=True)
def scan_of_warp(x):
    """The sum of x over this lane and those before it."""
    lane = cuda.laneid
    step = 1
    while step < WARP:
        before = cuda.shfl_up_sync(FULL, x, step)
        if lane >= step:
            x += before
        step *= 2
    return x


@cuda.jit("void(float32[::1], float32[::1], float32[::1])")
def scan_blocks(x, out, totals):
    """Running sums within each block; totals[b] is the sum of block b."""
    partial = cuda.shared.array(WARP, float32)
    tid = cuda.threadIdx.x
    i = cuda.grid(1)
    value = x[i] if i < x.size else float32(0)
    value = scan_of_warp(value)

    # the last lane of each warp has the warp's sum
    warp = tid // WARP
    if tid % WARP == WARP - 1:
        partial[warp] = value
    cuda.syncthreads()
    if warp == 0:
        of_warp = partial[tid] if tid < THREADS // WARP else float32(0)
        of_warp = scan_of_warp(of_warp)
        partial[tid] = of_warp
    cuda.syncthreads()

    if warp > 0:
        value += partial[warp - 1]
    if i < x.size:
        out[i] = value
    if tid == THREADS - 1:
        totals[cuda.blockIdx.x] = value


@cuda.jit("void(float32[::1], float32[::1])")
def add_before(out, totals):
    """Adds to each block the sums of all blocks before it."""
    i = cuda.grid(1)
    before = float32(0)
    for block in range(cuda.blockIdx.x):
        before += totals[block]
    if i < out.size:
        out[i] += before


def check(k) -> float:
    """Compare with NumPy's running sums in float64."""
    n = 5000
    x = np.random.default_rng(11).uniform(-1, 1, n).astype(np.float32)
    blocks = (n + THREADS - 1) // THREADS
    out = np.zeros(n, np.float32)
    totals = np.zeros(blocks, np.float32)
    k.scan_blocks[blocks, THREADS](x, out, totals)
    k.add_before[blocks, THREADS](out, totals)
    error = np.abs(out - np.cumsum(x, dtype=np.float64)).max()
    assert error < 1e-3
    return float(error)


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
