"""Classes and dtypes of the source in the text of a signature: enums, named tuples, records."""

from __future__ import annotations

import collections
import enum
import subprocess
from pathlib import Path
from typing import Any

import harness
import numpy as np
import pycu
import pytest

SOURCE = """import collections
import enum
from typing import NamedTuple

import numba
import numpy as np
from numba import cuda


class Color(enum.IntEnum):
    RED = 1
    BLUE = 7


class Level(enum.Enum):
    LOW = 0.5
    HIGH = 1.5


Point = collections.namedtuple("Point", "x y")


class Typed(NamedTuple):
    x: numba.float64
    y: numba.int32


record = np.dtype([("a", np.float32), ("b", np.int32)], align=True)


@cuda.jit
def k(out, p):
    {body}
"""


class Color(enum.IntEnum):
    RED = 1
    BLUE = 7


class Level(enum.Enum):
    LOW = 0.5
    HIGH = 1.5


Point = collections.namedtuple("Point", "x y")
RECORDS = np.array([(1.5, 2), (3.5, 4)], np.dtype([("a", np.float32), ("b", np.int32)], align=True))

CASES: dict[str, tuple[str, str, Any, float]] = {
    "an IntEnum": ("Color", "out[0] = p + (p == Color.BLUE)", Color.BLUE, 8),
    "an Enum": ("Level", "out[0] = p.value", Level.HIGH, 1.5),
    "a named tuple": (
        "NamedTuple((float64, int32), Point)",
        "out[0] = p.x + p.y",
        Point(1.5, np.int32(2)),
        3.5,
    ),
    "a named tuple of one type": (
        "types.NamedUniTuple(float32, 2, Point)",
        "q = p if p.x > 5 else Point(p.y, p.x)\n    out[0] = q.x - q.y",
        Point(np.float32(1.5), np.float32(2)),
        0.5,
    ),
    "a named tuple with types": ("Typed", "out[0] = p.x + p.y", Point(1.5, np.int32(2)), 3.5),
    "other types for its fields": (
        "NamedTuple((float32, UniTuple(int64, 2)), Typed)",
        "out[0] = p.x + p.y[1]",
        Point(np.float32(1.5), (1, 2)),
        3.5,
    ),
    "an array of records": ("record[:]", "out[0] = p[1].a + p[0].b", RECORDS, 5.5),
    "a record": ("record", "out[0] = p.a + p.b", RECORDS[1], 7.5),
}


@pytest.mark.parametrize("case", CASES)
def test_a_class_is_the_type_of_an_argument(case: str, tmp_path: Path) -> None:
    type_text, body, value, expected = CASES[case]
    (tmp_path / "k.py").write_text(SOURCE.replace("{body}", body))
    signature = f"k=void(float64[:], {type_text})"
    harness.build([tmp_path / "k.py"], tmp_path / "out", "--sig", signature, "-Xcxx", "-O0")
    out = np.zeros(1)
    pycu.load(tmp_path / "out" / "k.json").k[1, 1](out, value)
    assert out[0] == expected


REFUSED = {
    "NamedTuple((float64, int32, int8), Point)": "`Point` has 2 fields",
    "NamedTuple((float64, int32))": "takes the class behind the types",
    "NamedTuple((float64, int32), float32)": "takes the class behind the types",
    "NamedTuple((float64, np), Point)": "unknown type `np`",
    "NamedTuple((float64, int32), Points)": "unknown type `Points`",
    "NamedUniTuple(float64, Point)": "`UniTuple` takes a type and a count",
    "Point": "PYCU02",
}


@pytest.mark.parametrize("type_text", REFUSED)
def test_a_wrong_type_is_refused(type_text: str, tmp_path: Path) -> None:
    source = tmp_path / "k.py"
    source.write_text(SOURCE.replace("{body}", "pass"))
    signature = f"k=void(float64[:], {type_text})"
    command = [str(harness.binary()), "check", str(source), "--sig", signature]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2, done.stderr
    assert REFUSED[type_text] in done.stderr
