"""The expressions of arrays that the oracle lists, in every layout: the type that pycu gives each.

A cell agrees when pycu gives Numba's type, or refuses what Numba refuses. What Numba types and
then fails to compile (`!`) pycu may take with that type, or refuse. What pycu answers with "later"
is counted, and pinned below; `MORE` lists what it takes on purpose and Numba does not.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from pathlib import Path

import harness
import pytest
from harness import REPOSITORY

ORACLE = json.loads((REPOSITORY / "testdata/oracle/arrays.json").read_text())
LATER_CELLS = 0

# Expressions that pycu takes where Numba has no type: views that NumPy gives, too.
MORE = {"np.transpose(a)", "np.ndim(a)", "a.dtype.itemsize"}

# Expressions that `inspect` lists no type for: what only the compiler has, and iterators.
UNLISTED = {
    "a.dtype",
    "a.flat",
    "a.ctypes",
    "a.ctypes.data",
    "a.real",
    "a is a",
    "next(iter(a))",
    "next(iter(a.flat))",
    "next(iter(a.shape))",
    "next(iter(range(len(a))))",
    "next(iter(enumerate(a)))",
    "next(iter(zip(a, a)))",
    "next(iter(np.nditer(a)))",
    "next(iter(np.ndindex(a.shape)))",
    "next(iter(np.ndenumerate(a)))",
}

HEAD = "import numpy as np\nfrom numba import cuda\n\n"


def module(arrays: list[str]) -> tuple[str, dict[int, tuple[str, str, str | None]]]:
    """A text with one kernel a cell; which cell the kernel at a line is."""
    text = HEAD
    cells: dict[int, tuple[str, str, str | None]] = {}
    for expression, types in ORACLE["expressions"]:
        for array, expected in zip(ORACLE["arrays"], types, strict=True):
            if array not in arrays:
                continue
            name = f"k{len(cells)}"
            text += f'@cuda.jit("void({array}, int64, int64, int64, int32, uint64)")\n'
            text += f"def {name}(a, i, j, k, m, u):\n"
            text += f"    x = {expression}\n    y = x\n\n"
            cells[text.count("\n") - 2] = (expression, array, expected)
    return text, cells


def plain(expected: str) -> str:
    return re.sub(r"Literal\[int\]\(\d+\)", "int64", expected)


@pytest.mark.parametrize("element", ["float32", "int64"])
def test_expressions(element: str, tmp_path: Path) -> None:
    arrays = [array for array in ORACLE["arrays"] if array.startswith(element)]
    text, cells = module(arrays)
    source = tmp_path / "cells.py"
    source.write_text(text)
    done = subprocess.run(
        [harness.binary(), "inspect", "--types", "--json", "--color", "never",
         str(source)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip(), done.stderr
    found = {
        variable["line"]: variable["type"]
        for kernel in json.loads(done.stdout)["kernels"]
        for specialisation in kernel["specialisations"]
        for variable in specialisation["variables"]
        if variable["name"] == "x"
    }
    codes: dict[int, str] = {}
    for line, code in re.findall(r":(\d+):\d+: error\[(PYCU\d{4})\]", done.stderr):
        codes.setdefault(int(line), code)
    counts: Counter[str] = Counter()
    wrong = []
    for line, (expression, array, expected) in cells.items():
        code = codes.get(line)
        if code == "PYCU0399":
            counts["later"] += 1
            continue
        if expression in UNLISTED and line not in found:
            counts["unlisted"] += 1
            continue
        if expected is None or expected.endswith("!"):
            wanted = None if expected is None else expected[:-1]
            agrees = line not in found or found[line] == wanted or expression in MORE
        else:
            agrees = found.get(line) == plain(expected)
        counts["agrees" if agrees else "differs"] += 1
        if not agrees:
            wrong.append(f"{expression} of {array}: {found.get(line)} {code} and not {expected}")
    print(f"arrays.json, {element}: {dict(counts)}")
    assert not wrong, "\n".join(wrong)
    assert counts["later"] == LATER_CELLS
    assert counts["unlisted"] <= 11 * len(UNLISTED)
