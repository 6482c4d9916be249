#!/usr/bin/env python3
"""make bench: prints what pycu and its kernels cost, and exits 1 when a bound is missed.

- `pycu transpile` of 1,000 lines of kernels within 20 ms, and of ten times that within 11 times as
  long; the same for one function of 1,000 and 10,000 lines. A time is that of the whole command.
- The kernels of speed.py on the CPU target with one worker (runtime_bench.cpp has the bounds).
- Ufuncs on the CPU target beside NumPy and Numba, and their PTX beside that of a kernel by hand.
- A second `pycu build` with nothing changed, for each target that has a compiler, within 50 ms.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import ufuncs

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
REPEATS = 15
SECOND_BUILD_MS = 50

HEAD = """\
import math

from numba import cuda

SCALE = 1.5

"""

# 25 lines with the two empty ones: arrays, loops, branches, a device function.
KERNEL = '''

@cuda.jit(device=True)
def weight_{k}(x, y):
    """Weight of a pair."""
    if x > y:
        return math.sqrt(x * x + y * y)
    return SCALE * (x + y)


@cuda.jit("void(float32[:, :], float32[:], int32)")
def kernel_{k}(a, out, n):
    i = cuda.grid(1)
    if i >= a.shape[0]:
        return
    total = 0.0
    # every other column, with the neighbour's weight
    for j in range(0, min(n, a.shape[1]), 2):
        x = a[i, j]
        if x < 0:
            x = -x
        elif j > 3 and x != 1:
            continue
        total += weight_{k}(x, a[i, j - 1]) * (j + 1) / {k}
    out[i] = total
'''

FUNCTION_HEAD = """

@cuda.jit("void(float32[:], int32)")
def long_kernel(a, n):
    i = cuda.grid(1)
    x = a[i]
    total = 0
"""

# 5 lines of one long body.
FUNCTION_PART = """\
    total = total + n * {k} - (i & 3)
    if total > {k}:
        x = x * 2 + a[i - {k}]
    else:
        total += 1
"""


def kernels(lines: int) -> str:
    """A file of `lines` lines of kernels."""
    count = (lines - HEAD.count("\n")) // KERNEL.count("\n") + 1
    return HEAD + "".join(KERNEL.format(k=k) for k in range(1, count + 1))


def function(lines: int) -> str:
    """A file with one kernel of `lines` lines."""
    count = lines // FUNCTION_PART.count("\n")
    body = "".join(FUNCTION_PART.format(k=k) for k in range(1, count + 1))
    return HEAD + FUNCTION_HEAD + body + "    a[i] = x + total\n"


def transpile_time(binary: Path, text: str, folder: Path, name: str) -> float:
    """The best of many runs of `pycu transpile`, in seconds."""
    source = folder / f"{name}.py"
    source.write_text(text)
    best = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        done = subprocess.run(
            [binary, "transpile", source, "-o", folder / "out"], capture_output=True, text=True
        )
        best = min(best, time.perf_counter() - start)
        if done.returncode != 0:
            sys.exit(f"bench: pycu transpile exited with {done.returncode}:\n{done.stderr[:2000]}")
    return best


def bench_transpile(binary: Path, folder: Path) -> list[str]:
    """Prints the times and returns the bounds that were missed."""
    missed = []
    for name, make, bound in (("kernels", kernels, 20.0), ("function", function, None)):
        small, large = make(1_000), make(10_000)
        one = transpile_time(binary, small, folder, f"{name}_1")
        ten = transpile_time(binary, large, folder, f"{name}_10")
        what = "lines of kernels" if name == "kernels" else "lines in one function"
        print(f"transpile, {small.count(chr(10)):6} {what:24}{one * 1e3:9.2f} ms")
        times = f"{ten * 1e3:9.2f} ms, {ten / one:.1f} times"
        print(f"transpile, {large.count(chr(10)):6} {what:24}{times}")
        if bound is not None and one * 1e3 >= bound:
            missed.append(f"1,000 lines of kernels within {bound:.0f} ms")
        if ten / one > 11:
            missed.append(f"ten times the {what} within 11 times as long")
    return missed


def bench_second_build(binary: Path, folder: Path, cxx: str) -> list[str]:
    """Prints how long `pycu build` takes when there is nothing to do."""
    missed = []
    compilers = {"cpu": ["--cxx", cxx], "cuda": ["--nvcc", "nvcc"]}
    for target, compiler in compilers.items():
        if not shutil.which(compiler[1]):
            print(f"second build, {target}: {compiler[1]} was not found")
            continue
        source, out = HERE / "speed.py", folder / f"again_{target}"
        command = [binary, "build", source, "-o", out, "--target", target, *compiler]
        best = float("inf")
        for k in range(REPEATS + 1):
            start = time.perf_counter()
            done = subprocess.run(command, capture_output=True, text=True)
            best = min(best, time.perf_counter() - start) if k > 0 else best
            if done.returncode != 0 or ("unchanged " in done.stdout) != (k > 0):
                sys.exit(f"bench: pycu build said:\n{done.stdout}{done.stderr[:2000]}")
        took = f"{best * 1e3:9.2f} ms, bound {SECOND_BUILD_MS} ms"
        print(f"second build of speed.py, {target:19}{took}")
        if best * 1e3 >= SECOND_BUILD_MS:
            missed.append(f"a second build for {target} within {SECOND_BUILD_MS} ms")
    return missed


def bench_runtime(binary: Path, folder: Path, cxx: str) -> list[str]:
    """Builds and runs runtime_bench.cpp on the kernels of speed.py."""
    out = folder / "speed"
    build = [binary, "build", HERE / "speed.py", "-o", out, "--target", "cpu", "--cxx", cxx]
    program = out / "runtime_bench"
    flags = ["-std=c++17", "-O3", f"-I{out}", f"-L{out}", f"-Wl,-rpath,{out}"]
    link = [cxx, *flags, HERE / "runtime_bench.cpp", "-lspeed", "-o", program]
    for command in (build, link):
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"bench: {command[0]} exited with {done.returncode}:\n{done.stderr[:2000]}")
    done = subprocess.run([program], env={**os.environ, "PYCU_WORKERS": "1"})
    return [] if done.returncode == 0 else ["the CPU target's bounds"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, default=REPOSITORY / "build/bin/pycu")
    parser.add_argument("--cxx", default="g++")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pycu-bench-") as folder:
        missed = bench_transpile(options.binary, Path(folder))
        missed += bench_second_build(options.binary, Path(folder), options.cxx)
        sys.stdout.flush()
        missed += bench_runtime(options.binary, Path(folder), options.cxx)
        missed += ufuncs.throughput(options.binary, Path(folder))
        missed += ufuncs.generated_code(options.binary, Path(folder))
    for bound in missed:
        print(f"bench: missed: {bound}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
