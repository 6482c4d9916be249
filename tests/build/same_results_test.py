"""One program with kernels of every engine prints the same bits, whatever a project tells its
compiler, and on another machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import harness
import pytest
from documents import page
from harness import REPOSITORY

PROJECT = REPOSITORY / "tests" / "build" / "projects" / "engines"
AARCH64 = ["aarch64-linux-gnu-g++", "qemu-aarch64"]
ENGINES = ["", "fibers"]


def run(*command: object, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def build(folder: Path, *options: str) -> Path:
    tree = Path(os.environ.get("PYCU_BUILD") or harness.binary().parent.parent)
    run("cmake", "-S", PROJECT, "-B", folder, "-G", "Ninja", f"-Dpycu_DIR={tree}", *options)
    run("cmake", "--build", folder, "-j", "2")
    return folder / "engines"


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    said = run(build(tmp_path_factory.mktemp("plain")))
    assert len(said.splitlines()) == 10
    return said


@pytest.mark.parametrize(
    "options",
    [
        [
            "-DCMAKE_CXX_FLAGS=-fno-exceptions -fno-rtti -Ofast -march=native -funsigned-char",
            "-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON",
            "-DCMAKE_BUILD_TYPE=Release",
        ],
        ["-DCMAKE_CXX_FLAGS=-std=c++98 -fshort-enums", "-DCMAKE_CXX_COMPILER=clang++"],
    ],
    ids=["without exceptions, fast, whole program", "old C++"],
)
def test_flags_of_a_project(options: list[str], expected: str, tmp_path: Path) -> None:
    program = build(tmp_path, *options)
    for engine in ENGINES:
        assert run(program, PYCU_ENGINE=engine) == expected, engine


def test_another_machine(expected: str, tmp_path: Path) -> None:
    for program in AARCH64:
        if shutil.which(program) is None:
            pytest.skip(f"{program} was not found in PATH: `scripts/setup extras` installs it")
    toolchain = tmp_path / "aarch64.cmake"
    toolchain.write_text(next(text for kind, text in page("how-to/cross") if kind == "cmake"))
    program = build(tmp_path / "build", f"-DCMAKE_TOOLCHAIN_FILE={toolchain}")
    assert "AArch64" in run("readelf", "-h", program)
    for engine in ENGINES:
        emulated = run("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", program, PYCU_ENGINE=engine)
        assert emulated == expected, engine
