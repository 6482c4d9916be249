"""Tests of constants that Numba decides before it types anything, and those that it does not.

`r` is an int64 where the branch goes, and a float64 where it stays: numba-cuda's front end says
which, and pycu's text what it takes.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
from pathlib import Path

import harness
import pytest
from numba import cuda, int64

HEAD = """import math

import numpy as np
from numba import cuda

N = 11
NOTHING = None
T = (1, 2, 3)
A = np.zeros(5)
"""
FUNCTION = """

def f(a, b):
    small = N < 5
    large = N > 5
    n = 11
    r = a
    if {}:
        r = 0.5
    return r
"""
KERNEL = "\n@cuda.jit('void(int64[:], float64[:])')\ndef k(a, out):\n    out[0] = f(a[0], a[1])\n"
TESTS = [
    *("N == 3", "n == 3", "-1 > 3", "not (N > 5)", "N is None", "NOTHING is not None"),
    *("small", "not large", "small and b", "small or b", "large and b"),
    *("b < N < 5", "N < 5 < b", "5 > N > b", "12 < n < 20", "n < n <= b", "3 < N < b"),
    *("N % 2 == 0", "-N > 0", "N + 1 < 5", "N <= N - 1", "abs(N) < 5", "min(N, 3) > 5"),
    *("T[0] == 2", "len(T) == 4", "A.size == 7", "A.ndim > 1", "math.pi < 3"),
    *("(N < 5) == True", "N & 1 == 0", "b > 3"),
]


@pytest.mark.parametrize("test", TESTS)
def test_types_are_those_of_numba(test: str, tmp_path: Path) -> None:
    text = HEAD + FUNCTION.format(test)
    plain = tmp_path / "plain.py"
    plain.write_text(text)
    spec = importlib.util.spec_from_file_location("plain", plain)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    _, returned = cuda.compile(module.f, (int64, int64), device=True, abi="numba", cc=(8, 0))

    source = tmp_path / "program.py"
    source.write_text(text.replace("\n\ndef f", "\n\n@cuda.jit(device=True)\ndef f") + KERNEL)
    command = [str(harness.binary()), "transpile", str(source), "-o", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    made = re.search(r"__device__ (\w+) f\(", (tmp_path / "program.cu").read_text())
    assert made and {"int64_t": "int64", "double": "float64"}[made[1]] == str(returned)
