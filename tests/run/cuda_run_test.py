"""What nvcc makes of testdata/run and testdata/examples, executed without a GPU.

nvcc compiles the texts to PTX, a stand-in for the CUDA runtime hands the launches to the
interpreter of tests/ptx, and each launch of a script's `check` is compared with the CPU target's:
bit for bit, but for functions that CUDA computes in its own way.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import cuda_target
import harness
import host_script
import pycu
import pytest
from harness import Variation, Varied

FOLDERS = ("run", "examples")
SOURCES = {path.stem: path for folder in FOLDERS for path in harness.cases(folder)}

# How many floats may lie between the results of a script's kernels, or of one: those that call
# functions which CUDA's library and the host's compute in ways of their own. Everything else agrees
# bit for bit. Formulas of several such functions magnify their errors where they subtract.
SCRIPTS = {"math_functions": 4, "cmath_functions": 8, "complex_numbers": 8}
KERNELS = {
    ("cmath_functions", "always_double"): cuda_target.OfFloat32(8),
    ("complex_numbers", "powers"): 64,
    ("float16", "functions"): 1,
    ("monte_carlo", "call_option"): cuda_target.OfFloat32(8),
    ("random_generators", "normals"): cuda_target.OfFloat32(8),
    ("floats", "powers"): 4,
    ("tuples", "returned"): 4,
    ("black_scholes", "black_scholes"): 64,
    ("fft", "fft"): cuda_target.OfTheLargest(8),
    ("polar", "polar_distance"): 32,
    ("quadrature", "integrate"): 16,
}


@pytest.fixture(scope="module", autouse=True)
def one_worker() -> Iterator[None]:
    """One after the other, as the interpreter runs blocks, so that sums have one order."""
    before = os.environ.get("PYCU_WORKERS")
    os.environ["PYCU_WORKERS"] = "1"
    yield
    if before is None:
        del os.environ["PYCU_WORKERS"]
    else:
        os.environ["PYCU_WORKERS"] = before


class Built:
    """All scripts on both targets."""

    def __init__(self, nvcc: str, out: Path) -> None:
        self.cuda = out
        cuda_target.build(nvcc, list(SOURCES.values()), out)
        self.cpu: dict[str, Path] = {}
        for folder in FOLDERS:
            built, failed = harness.build_cases(folder)
            assert not failed, "\n".join(failed.values())
            self.cpu |= {path.stem: built / f"{path.stem}.json" for path in harness.cases(folder)}

    def __call__(self, stem: str) -> tuple[Any, ModuleType]:
        cuda = pycu.load(self.cuda / f"{stem}.json")
        cpu = pycu.load(self.cpu[stem])
        allowed = {kernel: floats for (owner, kernel), floats in KERNELS.items() if owner == stem}
        script = host_script.load(SOURCES[stem])
        return cuda_target.Compared(cuda, cpu, allowed, SCRIPTS.get(stem, 0)), script


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Built:
    nvcc = cuda_target.needs_nvcc()
    start = time.monotonic(), processor_time()
    cuda_target.standin()
    result = Built(nvcc, tmp_path_factory.mktemp("cuda"))
    wall, used = time.monotonic() - start[0], processor_time() - start[1]
    report(
        request, f"{len(SOURCES)} modules built for two targets: {used:.0f} s of CPU, {wall:.0f} s"
    )
    return result


def report(request: pytest.FixtureRequest, text: str) -> None:
    """Prints what was measured, whether or not pytest shows what tests print."""
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print(f"\n{text}", flush=True)


def processor_time() -> float:
    """The CPU seconds of this process and of all that it has waited for."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in both)


@pytest.mark.parametrize("layout", ["as_written", "strided"])
@pytest.mark.parametrize("stem", SOURCES)
def test_the_interpreter_agrees_with_the_cpu_target(built: Built, stem: str, layout: str) -> None:
    cuda_target.standin().ptx_reset()
    module, script = built(stem)
    variation = Variation() if layout == "as_written" else Variation(layout)
    script.check(Varied(module, variation, getattr(script, "FIXED_LAUNCH", ())))
    assert cuda_target.launches(), "the check launched nothing"
