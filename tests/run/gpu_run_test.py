"""testdata/run and testdata/examples on a real GPU, where there is one; elsewhere it is skipped.

nvcc compiles for this machine's GPU, NVIDIA's own runtime launches, and each script's `check`
compares with NumPy. cuda_run_test.py compares with the CPU target too, which a GPU with its order
of threads cannot always equal.
"""

from __future__ import annotations

from pathlib import Path

import cuda_target
import host_script
import pycu
import pytest
from cuda_run_test import SOURCES
from harness import Variation, Varied


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    cuda_target.needs_gpu()
    out = tmp_path_factory.mktemp("gpu_run")
    cuda_target.build(cuda_target.needs_nvcc(), list(SOURCES.values()), out, cuda_target.ON_A_GPU)
    return out


@pytest.mark.parametrize("layout", ["as_written", "strided"])
@pytest.mark.parametrize("stem", SOURCES)
def test_the_gpu_agrees_with_numpy(built: Path, stem: str, layout: str) -> None:
    script = host_script.load(SOURCES[stem])
    variation = Variation() if layout == "as_written" else Variation(layout)
    module = pycu.load(built / f"{stem}.json")
    script.check(Varied(module, variation, getattr(script, "FIXED_LAUNCH", ())))
