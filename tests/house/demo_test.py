"""make demo notices a kernel that is broken on purpose, in each of the ways it can be."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import harness
import numpy as np
import pytest
from harness import REPOSITORY

GOOD = '''"""Doubles an array."""
import numpy as np
from numba import cuda


@cuda.jit("void(float32[:])")
def doubled(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= 2


def check(k):
    a = np.arange(10, dtype=np.float32)
    k.doubled[1, 32](a)
    assert np.array_equal(a, 2 * np.arange(10)), "doubled is wrong"
    return 0.0
'''


def demo(folder: Path, *options: str, program: bool = False) -> subprocess.CompletedProcess[str]:
    script = REPOSITORY / "scripts" / "demo.py"
    command = [sys.executable, script, folder, "--binary", harness.binary(), *options]
    command += [] if program else ["--no-program"]
    return subprocess.run([str(word) for word in command], capture_output=True, text=True)


def test_a_good_kernel_is_a_row_of_the_table(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(GOOD)
    done = demo(tmp_path, "--no-nvcc")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 examples agree with NumPy." in done.stdout
    row = next(line for line in done.stdout.splitlines() if line.startswith("good ")).split()
    assert row[1] == "1" and float(row[2]) > 0 and float(row[3]) > 0 and row[4] == "0"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("a[i] *= 2", "a[i] *= 3", "check failed: AssertionError: doubled is wrong"),
        ("a[i] *= 2", "a[i] *= unknown", "pycu transpile exited with 1"),
        ("float32[:]", "float64[:]", "check failed: TypeError: doubled: argument `a`"),
    ],
)
def test_a_broken_kernel_fails(tmp_path: Path, old: str, new: str, message: str) -> None:
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "broken.py").write_text(GOOD.replace(old, new, 1))
    done = demo(tmp_path, "--no-nvcc")
    assert done.returncode == 1
    assert f"demo: broken: {message}" in done.stderr
    assert "demo: 1 of 2 examples failed" in done.stderr


def test_the_program_agrees_with_numpy(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(GOOD)
    done = demo(tmp_path, "--no-nvcc", program=True)
    assert done.returncode == 0, done.stdout + done.stderr
    printed = [line.split() for line in done.stdout.splitlines() if line.startswith("row ")]
    u = np.zeros((64, 64))
    u[0] = 100
    for _ in range(2000):
        inner = u[1:-1, 1:-1]
        around = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        u[1:-1, 1:-1] = inner + 0.2 * (around - 4 * inner)
    assert [(int(row), value) for _, row, value, *_ in printed] == [
        (i, f"{u[i, 32]:.2f}") for i in range(0, 64, 8)
    ]


@pytest.mark.skipif(not shutil.which("nvcc"), reason="counts what nvcc says")
def test_registers_come_from_nvcc(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(GOOD)
    done = demo(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    row = next(line for line in done.stdout.splitlines() if line.startswith("good ")).split()
    assert int(row[5]) > 0
