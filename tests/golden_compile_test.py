"""Every golden .cu compiles: with g++, with clang++, and with nvcc without a warning."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from harness import REPOSITORY

TESTDATA = REPOSITORY / "testdata"
RUNTIME = REPOSITORY / "templates" / "runtime"
GOLDEN = sorted(
    path for folder in ("emit", "examples") for path in (TESTDATA / folder).rglob("*.cu")
)

HOST = ["-std=c++17", "-x", "c++", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-fwrapv"]
NVCC = ["-std=c++17", "-cubin", "-arch=sm_90", "-Werror", "all-warnings"]


def find_nvcc() -> str | None:
    """nvcc as pycu finds it: in PATH or in CUDA_HOME."""
    home = os.environ.get("CUDA_HOME", "")
    return shutil.which("nvcc") or (shutil.which("nvcc", path=f"{home}/bin") if home else None)


def complaints(command: Sequence[str]) -> str:
    """What a compiler says about a text, empty when it says nothing."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=REPOSITORY
    )
    return done.stdout if done.returncode != 0 or "warning" in done.stdout else ""


def compile_all(command: Sequence[str], tmp_path: Path) -> list[str]:
    """Compiles all golden texts on all cores; what was said about those that do not compile."""

    def one(path: Path) -> str:
        arguments = [*command, "-I", str(RUNTIME), "-I", str(path.parent)]
        if "-cubin" in command:
            arguments += ["-o", str(tmp_path / f"{path.stem}.cubin")]
        return complaints([*arguments, str(path)])

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(one, GOLDEN))
    return [f"{path.relative_to(TESTDATA)}\n{text}" for path, text in zip(GOLDEN, said) if text]


def test_there_are_golden_texts() -> None:
    assert GOLDEN


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_host_compilers_take_every_text(compiler: str, tmp_path: Path) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} was not found")
    failed = compile_all([compiler, *HOST], tmp_path)
    assert not failed, f"{len(failed)} of {len(GOLDEN)} do not compile:\n" + "\n".join(failed[:5])


def test_nvcc_takes_every_text(tmp_path: Path) -> None:
    nvcc = find_nvcc()
    if nvcc is None:
        pytest.skip("nvcc was not found in PATH or CUDA_HOME: no text was compiled for a GPU")
    failed = compile_all([nvcc, *NVCC], tmp_path)
    assert not failed, f"{len(failed)} of {len(GOLDEN)} do not compile:\n" + "\n".join(failed[:5])
