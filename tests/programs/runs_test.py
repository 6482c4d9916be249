"""Programs of several files under `pycu run` on the CPU: they print what Numba's simulator of CUDA
prints (`prints.txt`, which simulate.py writes)."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from harness import REPOSITORY, binary, empty_cache

PROGRAMS = REPOSITORY / "testdata" / "programs"
FOLDERS = sorted(path.parent.name for path in PROGRAMS.glob("*/prints.txt"))

Runs = dict[str, "Future[subprocess.CompletedProcess[str]]"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """All programs, two at a time, each translated afresh."""
    cache = empty_cache(tmp_path_factory.mktemp("programs") / "cache")
    environment = {
        **os.environ,
        "PYCU_BINARY": str(binary()),
        "PYCU_PYTHON": sys.executable,
        "PYCU_CACHE_DIR": str(cache),
        "PYTHONDONTWRITEBYTECODE": "1",
    }

    def run(folder: Path) -> subprocess.CompletedProcess[str]:
        command = [str(binary()), "run", "--target", "cpu", "main.py"]
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300
        )

    pool = ThreadPoolExecutor(2)
    return {name: pool.submit(run, PROGRAMS / name) for name in FOLDERS}


@pytest.mark.parametrize("name", FOLDERS)
def test_a_program_prints_what_it_prints_in_the_simulator(name: str, runs: Runs) -> None:
    done = runs[name].result()
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == (PROGRAMS / name / "prints.txt").read_text()
