"""Kernels whose threads meet, on one worker of the CPU: fibers, regions, a loop written by hand."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import numpy as np
import pycu

# A block's sum with nine barriers is so many times as fast as on fibers, at least.
LEAST_GAIN = 8
# Threads a second of kernels whose warps shuffle and vote, at least.
LEAST_OF_WARPS = 5e7
# Tiles take so many times as long as the plain loop that a person writes, at most.
MOST_OF_HAND = 3

KERNELS = """
from numba import cuda, float32

TPB = 16


@cuda.jit("void(float32[:], float32[:])")
def block_total(x, out):
    part = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    part[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    s = cuda.blockDim.x // 2
    while s > 0:
        if t < s:
            part[t] += part[t + s]
        cuda.syncthreads()
        s //= 2
    if t == 0:
        out[cuda.blockIdx.x] = part[0]


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1])")
def tiled_product(a, b, c):
    ta = cuda.shared.array((TPB, TPB), float32)
    tb = cuda.shared.array((TPB, TPB), float32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    acc = float32(0)
    for k in range(cuda.gridDim.x):
        ta[ty, tx] = a[y, tx + k * TPB]
        tb[ty, tx] = b[ty + k * TPB, x]
        cuda.syncthreads()
        for j in range(TPB):
            acc += ta[ty, j] * tb[j, tx]
        cuda.syncthreads()
    c[y, x] = acc


@cuda.jit("void(float32[:, ::1], float32[:, ::1])")
def tiled_turn(a, out):
    tile = cuda.shared.array((32, 33), float32)
    x = cuda.blockIdx.x * 32 + cuda.threadIdx.x
    y = cuda.blockIdx.y * 32 + cuda.threadIdx.y
    for k in range(0, 32, 8):
        tile[cuda.threadIdx.y + k, cuda.threadIdx.x] = a[y + k, x]
    cuda.syncthreads()
    u = cuda.blockIdx.y * 32 + cuda.threadIdx.x
    v = cuda.blockIdx.x * 32 + cuda.threadIdx.y
    for k in range(0, 32, 8):
        out[v + k, u] = tile[cuda.threadIdx.x, cuda.threadIdx.y + k]
"""

WARPS = """
from numba import cuda, float32

FULL = 0xFFFFFFFF


@cuda.jit("void(float32[:], float32[:])")
def warp_sum(x, out):
    i = cuda.grid(1)
    s = x[i]
    offset = 16
    while offset > 0:
        s += cuda.shfl_down_sync(FULL, s, offset)
        offset //= 2
    if cuda.laneid == 0:
        out[i // 32] = s


@cuda.jit("void(float32[:], float32[:])")
def warp_count(x, out):
    i = cuda.grid(1)
    votes = cuda.ballot_sync(FULL, x[i] > float32(0.5))
    if cuda.laneid == 0:
        out[i // 32] = float32(cuda.popc(votes))


@cuda.jit("void(float32[:], float32[:])")
def block_sum_of_warps(x, out):
    part = cuda.shared.array(32, float32)
    t = cuda.threadIdx.x
    s = x[cuda.grid(1)]
    for offset in (16, 8, 4, 2, 1):
        s += cuda.shfl_down_sync(FULL, s, offset)
    if t % 32 == 0:
        part[t // 32] = s
    cuda.syncthreads()
    if t < 32:
        s = part[t] if t < cuda.blockDim.x // 32 else float32(0)
        for offset in (16, 8, 4, 2, 1):
            s += cuda.shfl_down_sync(FULL, s, offset)
        if t == 0:
            out[cuda.blockIdx.x] = s
"""

BY_HAND = """
void product(int n, const float* a, const float* b, float* restrict c) {
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            float acc = 0;
            for (int k = 0; k < n; ++k) acc += a[i * n + k] * b[k * n + j];
            c[i * n + j] = acc;
        }
}
void turn(int n, const float* a, float* restrict out) {
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) out[j * n + i] = a[i * n + j];
}
"""


def seconds(call: Callable[[], object], rounds: int = 5) -> float:
    times = []
    for _ in range(rounds):
        begin = time.thread_time()
        call()
        times.append(time.thread_time() - begin)
    return min(times)


def with_engine(engine: str, call: Callable[[], object]) -> float:
    os.environ["PYCU_ENGINE"] = engine
    return seconds(call)


def build(binary: Path, folder: Path) -> tuple[Any, ctypes.CDLL]:
    folder.mkdir()
    (folder / "barriers.py").write_text(KERNELS + WARPS.partition("float32\n")[2])
    (folder / "by_hand.c").write_text(BY_HAND)
    command = [binary, "build", "barriers.py", "-o", "out", "--target", "cpu"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    command = ["cc", "-O3", "-shared", "-fPIC", "-ffp-contract=off", "by_hand.c", "-o", "hand.so"]
    subprocess.run(command, cwd=folder, check=True)
    return pycu.load(folder / "out" / "barriers.json"), ctypes.CDLL(str(folder / "hand.so"))


def reduction(kernels: Any) -> list[str]:
    x, sums = np.ones(256 * 4096, np.float32), np.zeros(4096, np.float32)
    runs = {
        engine: with_engine(engine, lambda: kernels.block_total[4096, 256](x, sums))
        for engine in ("fibers", "")
    }
    gain = runs["fibers"] / runs[""]
    print(
        f"block's sum, 9 barriers: fibers {x.size / runs['fibers']:.2e} threads/s, "
        f"regions {x.size / runs['']:.2e}, {gain:.1f} times"
    )
    return [f"regions {LEAST_GAIN} times as fast as fibers"] if gain < LEAST_GAIN else []


def of_warps(kernels: Any, name: str) -> list[str]:
    x, out = np.ones(256 * 4096, np.float32), np.zeros(8 * 4096, np.float32)
    rates = {
        engine: x.size / with_engine(engine, lambda: kernels[name][4096, 256](x, out))
        for engine in ("fibers", "")
    }
    print(
        f"{name}: fibers {rates['fibers']:.2e} threads/s, regions {rates['']:.2e}, "
        f"bound {LEAST_OF_WARPS:.0e}"
    )
    return [f"{name} at {LEAST_OF_WARPS:.0e} threads/s"] if rates[""] < LEAST_OF_WARPS else []


def tiles(
    name: str, launch: Callable[..., object], by_hand: Callable[..., object], n: int, inputs: int
) -> list[str]:
    """Prints what a kernel with tiles takes of the time of the loop by hand, on n x n matrices."""
    random = np.random.default_rng(1)
    matrices = [random.random((n, n), np.float32) for _ in range(inputs + 1)]
    runs = {e: with_engine(e, lambda: launch(*matrices)) for e in ("fibers", "")}
    at = [one.ctypes.data_as(ctypes.POINTER(ctypes.c_float)) for one in matrices]
    loop = seconds(lambda: by_hand(n, *at))
    print(
        f"{name} {n}: fibers {runs['fibers'] / loop:.2f} of the loop by hand, "
        f"regions {runs[''] / loop:.2f}"
    )
    is_slow = runs[""] / loop > MOST_OF_HAND
    return [f"{name} within {MOST_OF_HAND} of the loop by hand"] if is_slow else []


def times(binary: Path, folder: Path) -> list[str]:
    """Prints what barriers cost; returns the bounds that are missed."""
    kernels, hand = build(binary.absolute(), folder / "regions")
    before = {name: os.environ.get(name, "") for name in ("PYCU_WORKERS", "PYCU_ENGINE")}
    os.environ["PYCU_WORKERS"] = "1"
    try:
        missed = reduction(kernels)
        for name in ("warp_sum", "warp_count", "block_sum_of_warps"):
            missed += of_warps(kernels, name)
        product = kernels.tiled_product[(512 // 16, 512 // 16), (16, 16)]
        missed += tiles("matmul", product, hand.product, 512, 2)
        turn = kernels.tiled_turn[(2048 // 32, 2048 // 32), (32, 8)]
        return missed + tiles("transpose", turn, hand.turn, 2048, 1)
    finally:
        os.environ.update(before)
