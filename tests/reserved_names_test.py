"""Holds the table of reserved macros to what compilers define for a generated file."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "lib" / "passes" / "reserved_macros.h"
RUNTIME = ROOT / "templates" / "runtime"

# Names that Python code never keeps as they are, whatever follows.
NEVER_KEPT = re.compile(r"__|_[A-Z]|cuda|CUDA|pycu|PYCU")

# What a generated file may include, by what it uses.
INCLUDED = ["pycu.h", "pycu_grid.h", "pycu_half.h", "pycu_random.h", "pycu_debug.h"]

COMPILERS = {
    "g++": ["g++", "-x", "c++", "-std=c++17", "-dM", "-E"],
    "clang++": ["clang++", "-x", "c++", "-std=c++17", "-dM", "-E"],
    "nvcc": ["nvcc", "-x", "cu", "-E", "-Xcompiler", "-dM"],
}


def reserved() -> list[str]:
    return re.findall(r'"(\w+)"', TABLE.read_text())


def defined_macros(command: list[str], source: Path) -> set[str]:
    result = subprocess.run(
        [*command, f"-I{RUNTIME}", str(source)], capture_output=True, text=True, check=True
    )
    return set(re.findall(r"^#define (\w+)", result.stdout, re.MULTILINE))


@pytest.mark.parametrize("compiler", sorted(COMPILERS))
def test_every_macro_is_reserved(compiler: str, tmp_path: Path) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    source = tmp_path / "empty.cu"
    source.write_text("".join(f'#include "{name}"\n' for name in INCLUDED))
    macros = defined_macros(COMPILERS[compiler], source)
    assert "INFINITY" in macros  # the compiler did list them
    missing = {name for name in macros if not NEVER_KEPT.match(name)} - set(reserved())
    assert not missing


def test_the_table_is_sorted_and_has_no_name_twice() -> None:
    names = reserved()
    assert len(names) > 100
    assert names == sorted(set(names))
