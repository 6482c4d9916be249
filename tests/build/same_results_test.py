"""One program with kernels of every engine prints the same bits, whatever a project tells its
compiler, and on another machine."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from cmake_projects import PROJECTS, run
from documents import page
from harness import build_folder, need_extra

ENGINES = ["", "fibers"]


def run_with(engine: str, *command: object) -> str:
    return run(*command, env={**os.environ, "PYCU_ENGINE": engine})


def build(folder: Path, *options: str) -> Path:
    of_tree = f"-Dpycu_DIR={build_folder()}"
    run("cmake", "-S", PROJECTS / "engines", "-B", folder, "-G", "Ninja", of_tree, *options)
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
        assert run_with(engine, program) == expected, engine


def test_another_machine(expected: str, tmp_path: Path) -> None:
    for program in ("aarch64-linux-gnu-g++", "qemu-aarch64"):
        need_extra(program)
    toolchain = tmp_path / "aarch64.cmake"
    toolchain.write_text(next(text for kind, text in page("how-to/cross") if kind == "cmake"))
    program = build(tmp_path / "build", f"-DCMAKE_TOOLCHAIN_FILE={toolchain}")
    assert "AArch64" in run("readelf", "-h", program)
    for engine in ENGINES:
        emulated = run_with(engine, "qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", program)
        assert emulated == expected, engine
    run("cmake", "--build", tmp_path / "build", "--target", "texts-update")
    tested = run("ctest", "--test-dir", tmp_path / "build")
    assert re.findall(r"Test +#\d: (\w+) \.* +Passed", tested) == ["engines", "texts"], tested
