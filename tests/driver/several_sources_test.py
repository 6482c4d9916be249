"""--sig and --const in a run of several sources: each takes what is for it, and what is for none is
told once."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import harness
import pytest

HELPERS = """from numba import cuda


@cuda.jit(device=True)
def half(x):
    return x / 2
"""
FIRST = """from numba import cuda
from helpers import half


@cuda.jit
def first(x):
    x[0] = half(x[0]) + LIMIT
"""
SECOND = """from numba import cuda


def make(n):
    @cuda.jit
    def filled(x):
        x[0] = n

    return filled


two = make(2)


@cuda.reduce
def total(a, b):
    return a + b
"""
OPTIONS = [
    *("--sig", "first=void(float32[:])", "--sig", "total=float64(float64, float64)"),
    *("--sig", "two=void(int64[:])", "--const", "LIMIT=1"),
]


@pytest.fixture
def work(tmp_path: Path) -> Path:
    for name, text in (("helpers", HELPERS), ("first", FIRST), ("second", SECOND)):
        (tmp_path / f"{name}.py").write_text(text)
    return tmp_path


def pycu(command: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(harness.binary().absolute()), command, *words],
        cwd=folder,
        capture_output=True,
        text=True,
    )


def kernels(out: Path, module: str) -> list[str]:
    found = json.loads((out / f"{module}.json").read_text())
    return [one["name"] for one in [*found["kernels"], *found.get("ufuncs", [])]]


@pytest.mark.parametrize("order", [["first.py", "second.py"], ["second.py", "first.py"]])
def test_each_source_takes_its_own(order: list[str], work: Path) -> None:
    done = pycu("transpile", work, *order, *OPTIONS, "-o", "out")
    assert done.returncode == 0, done.stderr
    assert kernels(work / "out", "first") == ["first"]
    assert kernels(work / "out", "second") == ["two", "total"]
    # a check of many goes on side by side
    done = pycu("check", work, *order, "helpers.py", *OPTIONS, "-j", "2")
    assert done.returncode == 0, done.stderr


def test_a_build_system_runs_each_by_itself(work: Path) -> None:
    among = ["--among=first.py", "--among=second.py"]
    for source in ("first.py", "second.py"):
        done = pycu("transpile", work, source, *OPTIONS, *among, "-o", "out")
        assert done.returncode == 0, done.stderr
        assert pycu("check", work, source, *OPTIONS).returncode == 2
    assert kernels(work / "out", "second") == ["two", "total"]


@pytest.mark.parametrize("command", ["check", "transpile"])
@pytest.mark.parametrize(
    ("option", "code"),
    [("--sig=totl=float64(float64, float64)", "PYCU0207"), ("--const=LIMT=2", "PYCU0383")],
)
def test_what_none_has_is_told_once(option: str, code: str, command: str, work: Path) -> None:
    out = ["-o", "out"] if command == "transpile" else ["-j", "2"]
    done = pycu(command, work, "first.py", "second.py", *OPTIONS, option, *out)
    assert done.returncode == 2
    assert done.stderr.count(f"error[{code}]") == 1, done.stderr
    done = pycu("check", work, "second.py", option, "--among=first.py", "--among=second.py")
    assert code not in done.stderr  # the run of the first one says it


def test_a_name_that_is_imported_is_of_another_source(work: Path) -> None:
    words = ["first.py", "helpers.py", "--sig", "half=float32(float32)"]
    done = pycu("check", work, *words, *OPTIONS[:2], "--const", "LIMIT=1")
    assert done.returncode == 0, done.stderr
