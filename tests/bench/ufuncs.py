"""Ufuncs: throughput beside NumPy and Numba on the CPU, and what nvcc makes of the contiguous path.

The bound is on a transcendental function of a million floats: level with the better one, with
room for the noise of a shared machine.
"""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from commands import said

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(REPOSITORY / "python")]

ELEMENTS = 1_000_000
REPEATS = 9
NOISE = 1.25

SOURCE = """
import math

from numba import cuda, vectorize


@vectorize(["float32(float32, float32)"], target="cuda")
def add(x, y):
    return x + y


@vectorize(["float32(float32, float32)"], target="cuda")
def wave(x, y):
    return math.sin(x) * y


@cuda.reduce
def total(a, b):
    return a + b
"""

BY_HAND = """
extern "C" __global__ void add(const float4* x, const float4* y, float4* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float4 a = x[i], b = y[i];
        out[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
    }
}
"""


def best(call: Callable[[], Any]) -> float:
    """Milliseconds of the best of several runs."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1e3)
    return min(times)


def numba_ufuncs() -> dict[str, Any]:
    """The same for Numba's threads; nothing where Numba is missing."""
    try:
        import numba  # noqa: F401
    except ImportError:
        return {}
    names: dict[str, Any] = {}
    text = SOURCE.replace('target="cuda"', 'target="parallel"').split("@cuda.reduce")[0]
    exec(text, names)
    return names


def throughput(binary: Path, folder: Path) -> list[str]:
    """Prints the times on the CPU target and returns the bounds that were missed."""
    import pycu

    source = folder / "bench_ufuncs.py"
    source.write_text(SOURCE)
    signature = "total=float32(float32, float32)"
    command = [binary, "build", source, "-o", folder, "--target", "cpu", "--sig", signature]
    said(command)
    k = pycu.load(folder / "bench_ufuncs.json")
    theirs = numba_ufuncs()
    rng = np.random.default_rng(0)
    x, y = rng.random((2, ELEMENTS)).astype(np.float32)
    out = np.empty_like(x)
    cases = {
        "add": (lambda: k.add(x, y, out=out), lambda: np.add(x, y, out=out)),
        "wave": (lambda: k.wave(x, y, out=out), lambda: np.multiply(np.sin(x), y, out=out)),
    }
    missed = []
    for name, (ours, numpys) in cases.items():
        times = [best(ours), best(numpys)]
        line = f"ufunc {name} of {ELEMENTS} floats{'':8}{times[0]:9.2f} ms, NumPy {times[1]:.2f} ms"
        if name in theirs:
            times.append(best(lambda name=name: theirs[name](x, y, out)))
            line += f", Numba's threads {times[2]:.2f} ms"
        print(line)
        if name == "wave" and times[0] > min(times[1:]) * NOISE:
            missed.append("a transcendental ufunc level with the better of NumPy and Numba")
    ours, numpys = best(lambda: k.total(x)), best(x.sum)
    print(f"reduction of {ELEMENTS} floats{'':12}{ours:9.2f} ms, NumPy {numpys:.2f} ms")
    return missed


def instructions(text: str, entry: str) -> tuple[int, int]:
    """The instructions of an entry whose name holds `entry`, and its 16-byte loads and stores."""
    body = re.search(rf"\.entry \w*{entry}\w*\(.*?\)\s*.*?\{{(.*?)^\}}", text, re.S | re.M)
    lines = body.group(1).splitlines() if body else []
    code = [line for line in lines if re.match(r"\s+(@%\w+ )?[a-z]\w*[.\w:]*\s.*;", line)]
    wide = [line for line in code if re.search(r"(ld|st)\.global\S*\.v4\.[bfu]32", line)]
    return len([line for line in code if not line.strip().startswith(".")]), len(wide)


def generated_code(binary: Path, folder: Path) -> list[str]:
    """Compares the PTX of the contiguous path with that of a kernel by hand."""
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        print("ufunc, PTX: nvcc was not found")
        return []
    (folder / "by_hand.cu").write_text(BY_HAND)
    counts = []
    for name, entry in (("bench_ufuncs", "add__f4_f4IN4pycu6Packed"), ("by_hand", "add")):
        ptx = folder / f"{name}.ptx"
        command = [nvcc, "-std=c++17", "-arch=sm_90", "-ptx", folder / f"{name}.cu", "-o", ptx]
        said(command)
        counts.append(instructions(ptx.read_text(), entry))
    (ours, wide), (theirs, by_hand) = counts
    print(f"ufunc add, PTX of all its paths{'':9}{ours:9} instructions, {wide} of 16 bytes")
    print(f"the same by hand, one path{'':14}{theirs:9} instructions, {by_hand} of 16 bytes")
    return [] if wide >= by_hand == 3 else ["16-byte loads and stores in a ufunc"]
