"""Kernels with barriers on one worker of the CPU target: fibers, regions, a loop written by hand.

PYCU_BINARY=build/bin/pycu python tests/bench/regions.py
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(REPOSITORY / "python")]

import numpy as np  # noqa: E402
import pycu  # noqa: E402

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
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return min(times)


def with_engine(engine: str, call: Callable[[], object]) -> float:
    os.environ["PYCU_ENGINE"] = engine
    return seconds(call)


def build(folder: Path) -> tuple[object, ctypes.CDLL]:
    (folder / "barriers.py").write_text(KERNELS)
    (folder / "by_hand.c").write_text(BY_HAND)
    binary = os.environ.get("PYCU_BINARY", "pycu")
    command = [binary, "build", "barriers.py", "-o", "out", "--target", "cpu"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    command = ["cc", "-O3", "-shared", "-fPIC", "-ffp-contract=off", "by_hand.c", "-o", "hand.so"]
    subprocess.run(command, cwd=folder, check=True)
    return pycu.load(folder / "out" / "barriers.json"), ctypes.CDLL(str(folder / "hand.so"))


def main() -> None:
    os.environ["PYCU_WORKERS"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        k, hand = build(Path(folder))
    random = np.random.default_rng(1)
    x, sums = random.random(256 * 4096, np.float32), np.zeros(4096, np.float32)
    runs = {e: with_engine(e, lambda: k.block_total[4096, 256](x, sums)) for e in ("fibers", "")}
    print(
        f"reduction, 9 barriers: fibers {x.size / runs['fibers']:.2e} threads/s, "
        f"regions {x.size / runs['']:.2e}, {runs['fibers'] / runs['']:.1f} times"
    )
    pointer = ctypes.POINTER(ctypes.c_float)
    n = 512
    a, b = random.random((2, n, n), np.float32)
    c = np.zeros((n, n), np.float32)
    runs = {
        e: with_engine(e, lambda: k.tiled_product[(n // 16, n // 16), (16, 16)](a, b, c))
        for e in ("fibers", "")
    }
    at = [one.ctypes.data_as(pointer) for one in (a, b, c)]
    loop = seconds(lambda: hand.product(n, *at))
    print(
        f"matmul {n}: fibers {runs['fibers'] / loop:.2f} of the loop by hand, "
        f"regions {runs[''] / loop:.2f}"
    )
    n = 2048
    a, c = random.random((n, n), np.float32), np.zeros((n, n), np.float32)
    runs = {
        e: with_engine(e, lambda: k.tiled_turn[(n // 32, n // 32), (32, 8)](a, c))
        for e in ("fibers", "")
    }
    at = [one.ctypes.data_as(pointer) for one in (a, c)]
    loop = seconds(lambda: hand.turn(n, *at))
    print(
        f"transpose {n}: fibers {runs['fibers'] / loop:.2f} of the loop by hand, "
        f"regions {runs[''] / loop:.2f}"
    )


if __name__ == "__main__":
    main()
