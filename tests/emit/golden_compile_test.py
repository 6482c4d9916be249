"""Every golden .cu compiles: with g++, with clang++, and with nvcc without a warning."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from harness import REPOSITORY, runtime

TESTDATA = REPOSITORY / "testdata"
RUNTIME = runtime()
GOLDEN = sorted(
    path for folder in ("emit", "examples") for path in (TESTDATA / folder).rglob("*.cu")
)

BUNDLES = 8

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


def bundles(folder: Path, is_cuda: bool) -> list[Path]:
    """Sources that include several texts each: the headers are most of what a compiler reads."""
    texts = [path for path in GOLDEN if not (is_cuda and is_for_host(path))]
    made = []
    for number in range(BUNDLES):
        bundle = folder / f"bundle{number}.cu"
        included = [f'#include "{path}"\n' for path in texts[number::BUNDLES]]
        bundle.write_text("".join(included), encoding="utf-8")
        made.append(bundle)
    return made


def is_for_host(path: Path) -> bool:
    """Whether a text is one of `--host`, which is for the CPU target alone."""
    return '#include "pycu_function.h"' in path.read_text(encoding="utf-8")


def compile_all(command: Sequence[str], folder: Path) -> str:
    """Compiles all golden texts on all cores; what was said about those that do not compile."""

    def one(bundle: Path) -> str:
        output = ["-o", str(bundle.with_suffix(".cubin"))] if "-cubin" in command else []
        return complaints([*command, "-I", str(RUNTIME), *output, str(bundle)])

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return "".join(pool.map(one, bundles(folder, "-cubin" in command)))


def test_there_are_golden_texts() -> None:
    assert GOLDEN


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_host_compilers_take_every_text(compiler: str, tmp_path: Path) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} was not found")
    said = compile_all([compiler, *HOST], tmp_path)
    assert not said, said[:5000]


def test_nvcc_takes_every_text(tmp_path: Path) -> None:
    nvcc = find_nvcc()
    if nvcc is None:
        pytest.skip("nvcc was not found in PATH or CUDA_HOME: no text was compiled for a GPU")
    said = compile_all([nvcc, *NVCC], tmp_path)
    assert not said, said[:5000]
