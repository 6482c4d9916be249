"""What `print` writes on the CPU target, held against Numba's rules as `line` spells them.

A float has six digits, a bool is True or False, items are parted by blanks, and each `print` is one
piece of the output, whatever other threads print.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import harness
import numpy as np
import pycu
import pytest
from harness import REPOSITORY

SOURCE = REPOSITORY / "testdata" / "emit" / "prints.py"

LAUNCHES = """
import sys
import numpy as np
import pycu
k = pycu.load(sys.argv[1])
extremes = np.iinfo
k["scalars"][1, 1](np.int8(-128), np.int32(-7), np.int64(extremes(np.int64).min),
                   np.uint64(extremes(np.uint64).max), np.float32(0.1), 1e-9, True)
k["scalars"][1, 1](np.int8(1), np.int32(9), np.int64(0), np.uint64(0), np.float32("inf"),
                   -0.0, False)
k["structured"][1, 2](np.int32(4), np.zeros((3, 5), np.float32))
k["where"][4, 64](-np.arange(1, 201, dtype=np.float32))
k["long_line"][1, 1](np.int64(6))
print("done", flush=True)
"""


def shown(value: Any) -> str:
    """One item as Numba prints it."""
    if isinstance(value, tuple):
        inside = ", ".join(map(shown, value))
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    if isinstance(value, (float, np.floating)):
        return f"{float(value):f}"
    return str(value)


def line(*values: Any, sep: str = " ", end: str = "\n") -> str:
    return sep.join(map(shown, values)) + end


def scalars(a: int, b: int, c: int, d: int, x: Any, y: float, flag: bool) -> str:
    return (
        line(a, b, c, d)
        + line(x, y, np.float64(x) * 2)
        + line("flag:", flag, not flag)
        + line()
        + line("100 %", b > 3, '"quoted"\ttab \\ back')
    )


def structured(thread: int) -> str:
    return (
        line((4, 2.5, True), (4,), ())
        + line("shape", (3, 5), (2, 3), None)
        + line((thread, 0, 0), 2, thread)
        + line("hello", "world", sep=", ", end="!\n")
        + line(4, 5, sep="")
        + "".join(line(v, end=" ") for v in (1, 2, 3))
        + line()
    )


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> str:
    out = tmp_path_factory.mktemp("prints")
    said = harness.build([SOURCE], out)
    assert "PYCU0361" in said, "a print of 34 values is a warning"
    path = str(Path(pycu.__file__).resolve().parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", LAUNCHES, str(out / "prints.json")],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": path, "PYCU_WORKERS": "2", "PATH": "/usr/bin:/bin"},
    )
    return done.stdout


def test_scalars(output: str) -> None:
    int64, uint64 = np.iinfo(np.int64), np.iinfo(np.uint64)
    expected = scalars(-128, -7, int64.min, uint64.max, np.float32(0.1), 1e-9, True)
    expected += scalars(1, 9, 0, 0, np.float32("inf"), -0.0, False)
    assert output.startswith(expected)


def test_tuples_texts_and_options(output: str) -> None:
    assert structured(0) + structured(1) in output


def test_each_print_is_one_piece(output: str) -> None:
    found = [row for row in output.splitlines() if row.startswith("negative")]
    expected = [line("negative at", i, ":", np.float32(-i - 1), end="") for i in range(200)]
    assert sorted(found) == sorted(expected)


def test_a_long_line_is_whole(output: str) -> None:
    assert line(*[6] * 34) in output


def test_output_is_flushed_before_python_goes_on(output: str) -> None:
    assert output.endswith("done\n") and output.count("done") == 1


def test_formats_fit_their_values() -> None:
    """As a C compiler sees them: every conversion has its value, and of its size."""
    text = (REPOSITORY / "testdata" / "emit" / "prints.cu").read_text()
    formats = re.findall(r'printf\("((?:[^"\\]|\\.)*)"', text)
    conversions = [c for one in formats for c in re.findall(r"%(?:%|[a-z]+)", one)]
    assert formats and set(conversions) <= {"%lld", "%llu", "%d", "%u", "%f", "%s", "%%"}
