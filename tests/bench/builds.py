"""What `pycu build` of one kernel takes beside a bare compiler on the same kernel by hand.

All times of a table are from one run, the best of REPEATS, taken in turns; bounds are ratios of
them. Cold is a build with an empty cache, warm one with what another build has left in it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

REPEATS = 7
CPU_TIMES = 9  # warm, beside g++ -O3 -shared of a text that includes nothing
CUDA_TIMES = 0.7  # nvcc compiles the kernels alone, beside the host compiler
PTX_TIMES = 1.2

KERNEL = """\
from numba import cuda


@cuda.jit("void(float32, float32[:], float32[:])")
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] += a * x[i]
"""

BY_HAND = """\
extern "C" int saxpy(float a, const float* x, float* y, long n) {
    for (long i = 0; i < n; ++i) {
        y[i] += a * x[i];
    }
    return 0;
}
"""

BY_HAND_CUDA = """\
__global__ void saxpy_kernel(float a, const float* x, float* y, long n) {
    const long i = blockIdx.x * long(blockDim.x) + threadIdx.x;
    if (i < n) {
        y[i] += a * x[i];
    }
}

extern "C" int saxpy(float a, const float* x, float* y, long n) {
    saxpy_kernel<<<unsigned((n + 255) / 256), 256>>>(a, x, y, n);
    return int(cudaGetLastError());
}
"""


class Builds:
    """Builds of one kernel in one folder."""

    def __init__(self, binary: Path, folder: Path, cxx: str) -> None:
        self.binary, self.folder, self.cxx = binary, folder, cxx
        folder.mkdir()
        (folder / "k.py").write_text(KERNEL)
        (folder / "hand.cc").write_text(BY_HAND)
        (folder / "hand.cu").write_text(BY_HAND_CUDA)

    def pycu(self, *options: str, cold: bool = False) -> float:
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        if cold:
            shutil.rmtree(self.folder / "cache", ignore_errors=True)
        return self.run(
            str(self.binary), "build", "k.py", "-o", "out", "--cache", "cache", *options
        )

    def run(self, *command: str) -> float:
        start = time.perf_counter()
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        took = time.perf_counter() - start
        if done.returncode != 0:
            sys.exit(f"bench: {command[0]} exited with {done.returncode}:\n{done.stderr[:2000]}")
        return took

    def cpu(self) -> dict[str, float]:
        target = ("--target", "cpu", "--cxx", self.cxx)
        flags = ("-O3", "-fPIC", "-shared", "-o", "hand.so")
        return {
            "bare": self.run(self.cxx, *flags, "hand.cc"),
            "cold": self.pycu(*target, cold=True),
            "warm": self.pycu(*target),
        }

    def cuda(self) -> dict[str, float]:
        arch = ("-gencode", "arch=compute_90,code=sm_90")
        arch += ("-gencode", "arch=compute_90,code=compute_90")
        flags = ("-O3", "-Xcompiler", "-fPIC", "-shared", "-o", "hand.so")
        return {
            "bare": self.run("nvcc", *arch, *flags, "hand.cu"),
            "pycu": self.pycu("--target", "cuda", "--arch", "sm_90"),
        }

    def ptx(self) -> dict[str, float]:
        return {
            "bare": self.run("nvcc", "-arch=sm_90", "-O3", "-ptx", "-o", "hand.ptx", "hand.cu"),
            "pycu": self.pycu("--ptx", "--arch", "sm_90"),
        }


def times(binary: Path, folder: Path, cxx: str) -> list[str]:
    """Prints the times and returns the bounds that were missed."""
    builds = Builds(binary, folder / "builds", cxx)
    cases = {"cpu": (builds.cpu, CPU_TIMES)}
    if shutil.which("nvcc"):
        cases |= {"cuda": (builds.cuda, CUDA_TIMES), "ptx": (builds.ptx, PTX_TIMES)}
    else:
        print("build of one kernel, cuda: nvcc was not found")
    missed = []
    for target, (measure, bound) in cases.items():
        rounds = [measure() for _ in range(REPEATS)]
        best = {name: min(one[name] for one in rounds) for name in rounds[0]}
        last = list(best)[-1]
        ratio = best[last] / best["bare"]
        told = ", ".join(f"{name} {seconds * 1e3:.0f} ms" for name, seconds in best.items())
        print(f"build of one kernel, {target:5} {told}; {ratio:.2f} times, bound {bound}")
        if ratio >= bound:
            missed.append(f"a build of one kernel for {target} within {bound} times a bare one")
    return missed
