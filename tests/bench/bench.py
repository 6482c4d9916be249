#!/usr/bin/env python3
"""make bench: prints what pycu and its kernels cost, and exits 1 when a bound is missed.

- `pycu transpile` of 1,000 lines of kernels within 20 ms, and of ten times that within 11 times as
  long; the same for one function of 1,000 and 10,000 lines; 10,000 lines of host code beside one
  kernel within 100 ms. A time is that of the whole command. Where `perf` counts instructions,
  "times as long" means those, which are the same on a busy machine; millions of them are printed.
- `pycu check` of a file of kernels in a project of 300 files and 100,000 lines (project.py), whose
  launches stand in other files, within 300 ms.
- `pycu check` of 30 sources that import one module of 3,000 lines within 15 times as long as of one
  of them: the module is parsed once.
- The kernels of speed.py on the CPU target with one worker (runtime_bench.cpp has the bounds).
- Kernels without barriers there beside the plain loops that a person writes (loops.py): saxpy
  within 1.1 of them, stencils and fractals within 1.3.
- Kernels with barriers there: loops over a block's threads, fibers, a loop by hand (regions.py).
- Launches of a running program and of a loaded module on the CPU target, with the extension module
  and without it, beside ctypes (launches.py has the bounds).
- Ufuncs on the CPU target beside NumPy and Numba, and their PTX beside that of a kernel by hand.
- What nvcc makes of twelve kernels beside the same ones by hand and Numba's code (generated.py):
  1.05 times the machine instructions of those by hand on the geometric mean (// and % apart: 1.5),
  1.02 times those of an inner iteration, 1.25 times the 64-bit integers in PTX, and no kernel with
  more instructions than numba-cuda's.
- `pycu build` of one kernel, cold and with what other builds have kept, beside bare g++ and nvcc on
  the same kernel by hand (builds.py has the bounds).
- A second `pycu build` with nothing changed, for each target that has a compiler, within 50 ms.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import builds
import generated
import launches
import loops
import project
import regions
import ufuncs

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
REPEATS = 15
SECOND_BUILD_MS = 50
PROJECT_MS = 300
SOURCES = 30
SOURCES_TIMES = 15

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


# 12 lines of what scripts do around kernels.
HOST_PART = """\

def step_{k}(values, scale={k}):
    total = 0
    for value in values:
        if value > scale:
            total += value * scale
    return {{"total": total, "name": f"step {{scale}}", "rest": [v for v in values if v]}}


settings_{k} = dict(size={k}, names=["a", "b"], ratio={k} / 7)
if settings_{k}["size"] > 3:
    print("step", {k}, step_{k}(range({k})))
"""


def host_code(lines: int) -> str:
    """One kernel, its launch, and `lines` lines of host code between them."""
    count = lines // HOST_PART.count("\n")
    body = "".join(HOST_PART.format(k=k) for k in range(1, count + 1))
    launch = "\nkernel_1[1, 32](np.zeros((4, 4), np.float32), np.zeros(4, np.float32), 4)\n"
    return "import numpy as np\n" + HEAD + KERNEL.format(k=1) + body + launch


def kernels(lines: int) -> str:
    """A file of `lines` lines of kernels."""
    count = (lines - HEAD.count("\n")) // KERNEL.count("\n") + 1
    return HEAD + "".join(KERNEL.format(k=k) for k in range(1, count + 1))


def function(lines: int) -> str:
    """A file with one kernel of `lines` lines."""
    count = lines // FUNCTION_PART.count("\n")
    body = "".join(FUNCTION_PART.format(k=k) for k in range(1, count + 1))
    return HEAD + FUNCTION_HEAD + body + "    a[i] = x + total\n"


@dataclass
class Cost:
    """What `pycu transpile` of a text costs."""

    lines: int
    seconds: float  # the best of many runs
    instructions: float | None  # None where perf cannot count them

    def __str__(self) -> str:
        counted = f"{self.instructions / 1e6:9.1f} M instructions" if self.instructions else ""
        return f"{self.seconds * 1e3:9.2f} ms {counted}"

    def times(self, other: Cost) -> float:
        if self.instructions and other.instructions:
            return self.instructions / other.instructions
        return self.seconds / other.seconds


def instructions_of(command: list[str | Path]) -> float | None:
    """The instructions that a command executes, beside those of the kernel."""
    perf = shutil.which("perf")
    if not perf:
        return None
    counted = subprocess.run(
        [perf, "stat", "-x", ",", "-e", "instructions:u", *command], capture_output=True, text=True
    )
    found = re.search(r"^(\d+),[^\n]*instructions:u", counted.stderr, re.MULTILINE)
    return float(found[1]) if found else None


def transpile_cost(binary: Path, text: str, folder: Path, name: str) -> Cost:
    source = folder / f"{name}.py"
    source.write_text(text)
    command: list[str | Path] = [binary, "transpile", source, "-o", folder / "out"]
    best = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True)
        best = min(best, time.perf_counter() - start)
        if done.returncode != 0:
            sys.exit(f"bench: pycu transpile exited with {done.returncode}:\n{done.stderr[:2000]}")
    return Cost(text.count("\n"), best, instructions_of(command))


def bench_transpile(binary: Path, folder: Path) -> list[str]:
    """Prints the times and returns the bounds that were missed."""
    missed = []
    cases = (
        ("lines of kernels", kernels, 20.0, None),
        ("lines in one function", function, None, None),
        ("lines of host code", host_code, None, 100.0),
    )
    for what, make, small_bound, large_bound in cases:
        one = transpile_cost(binary, make(1_000), folder, "one")
        ten = transpile_cost(binary, make(10_000), folder, "ten")
        print(f"transpile, {one.lines:6} {what:24}{one}")
        print(f"transpile, {ten.lines:6} {what:24}{ten}, {ten.times(one):.1f} times")
        for cost, bound in ((one, small_bound), (ten, large_bound)):
            if bound is not None and cost.seconds * 1e3 >= bound:
                missed.append(f"{cost.lines:,} {what} within {bound:.0f} ms")
        if ten.times(one) > 11:
            missed.append(f"ten times the {what} within 11 times as long")
    return missed


def bench_project(binary: Path, folder: Path) -> list[str]:
    """Prints how long it takes to find the launches in a project."""
    source = project.write(folder / "project")
    best = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        done = subprocess.run([binary, "check", source], capture_output=True, text=True)
        best = min(best, time.perf_counter() - start)
        if done.returncode != 0 or done.stderr:
            sys.exit(f"bench: pycu check of a project said:\n{done.stderr[:2000]}")
    print(f"check in a project of 300 files{best * 1e3:22.2f} ms, bound {PROJECT_MS} ms")
    return [f"a project within {PROJECT_MS} ms"] if best * 1e3 >= PROJECT_MS else []


def bench_sources(binary: Path, folder: Path) -> list[str]:
    """Prints how long one run takes for many sources that share a module."""
    at = folder / "sources"
    at.mkdir()
    body = "".join(HOST_PART.format(k=k) for k in range(1, 251))
    (at / "common.py").write_text(HEAD + body)
    sources = [at / f"k{i}.py" for i in range(SOURCES)]
    for source in sources:
        source.write_text("from common import SCALE\n" + HEAD + KERNEL.format(k=1))
    best = {1: float("inf"), SOURCES: float("inf")}
    for count in list(best) * REPEATS:
        start = time.perf_counter()
        done = subprocess.run([binary, "check", *sources[:count]], capture_output=True, text=True)
        best[count] = min(best[count], time.perf_counter() - start)
        if done.returncode != 0 or done.stderr:
            sys.exit(f"bench: pycu check of sources said:\n{done.stderr[:2000]}")
    times = best[SOURCES] / best[1]
    print(
        f"check of {SOURCES} sources of one module{best[SOURCES] * 1e3:18.2f} ms, {times:.1f} times"
    )
    missed = f"{SOURCES} sources of one module within {SOURCES_TIMES} times as long as one"
    return [missed] if times >= SOURCES_TIMES else []


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
        missed += bench_project(options.binary, Path(folder))
        missed += bench_sources(options.binary, Path(folder))
        missed += bench_second_build(options.binary, Path(folder), options.cxx)
        missed += builds.times(options.binary, Path(folder), options.cxx)
        sys.stdout.flush()
        missed += bench_runtime(options.binary, Path(folder), options.cxx)
        missed += loops.times(options.binary, Path(folder), options.cxx)
        missed += regions.times(options.binary, Path(folder))
        missed += launches.launches(options.binary, Path(folder))
        missed += ufuncs.throughput(options.binary, Path(folder))
        missed += ufuncs.generated_code(options.binary, Path(folder))
        missed += generated.counts(options.binary, Path(folder))
    for bound in missed:
        print(f"bench: missed: {bound}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
