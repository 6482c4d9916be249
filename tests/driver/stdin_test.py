"""`--stdin-filename`: standard input is read in place of a file, as an editor has it unsaved."""

from __future__ import annotations

import subprocess
from pathlib import Path

import harness
import pytest

KERNELS = """from numba import cuda
from params import FACTOR


@cuda.jit("void(float32[:])")
def scale(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= FACTOR
"""


def pycu(*arguments: str, text: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [harness.binary(), *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, cwd=cwd)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "params.py").write_text("FACTOR = 3\n")
    (tmp_path / "kernels.py").write_text("def")
    return tmp_path


def test_the_text_is_read_and_not_the_file(work: Path) -> None:
    for name in ("kernels.py", "new.py"):  # one that there is, and one that nobody has saved yet
        done = pycu("check", "-", "--stdin-filename", name, text=KERNELS, cwd=work)
        assert (done.returncode, done.stderr) == (0, "")
        wrong = KERNELS.replace("x.size", "x.sise")
        done = pycu("check", "-", "--stdin-filename", name, text=wrong, cwd=work)
        assert done.returncode == 1
        assert done.stderr.startswith(f"{name}:8:14: error[PYCU0303]")


def test_its_imports_and_its_name_are_those_of_the_file(work: Path) -> None:
    done = pycu("transpile", "-", "--stdin-filename", "kernels.py", "-o", "-",
                text=KERNELS, cwd=work)  # fmt: skip
    assert "PYCU_MODULE(kernels)" in done.stdout
    assert "FACTOR = 3" in done.stdout
    assert sorted(path.name for path in work.iterdir()) == ["kernels.py", "params.py"]


def test_it_is_for_standard_input(work: Path) -> None:
    done = pycu("check", "kernels.py", "--stdin-filename", "a.py", text=KERNELS, cwd=work)
    assert done.returncode == 2
    assert "--stdin-filename names the source `-`" in done.stderr
