"""The texts that `signature_text` writes are what `pycu --sig` reads: the same types come back."""

import enum
import json
import os
import subprocess
import sys
from collections import namedtuple

import numpy as np
import pytest
from harness import binary
from pycu import errors, types
from pycu.types import signature_text


class Color(enum.IntEnum):
    RED = 1


Point = namedtuple("Point", "x y")
PARTICLE = np.dtype([("x", np.float32), ("y", np.float64)], align=True)
RECORD = "Record(x: float32 @0, y: float64 @8; size 16)"
NAMES = {PARTICLE: "particle"}
SOURCE = """\
import numpy as np
from enum import IntEnum
from numba import cuda

class Color(IntEnum):
    RED = 1

particle = np.dtype([("x", np.float32), ("y", np.float64)], align=True)
"""

# Values of arguments and how `pycu inspect` spells their types.
TAKEN = [
    *((np.dtype(name).type(1), name) for name in "int8 int16 int32 int64 uint8 uint16".split()),
    *((np.dtype(name).type(1), name) for name in "uint32 uint64 float16 float32 bool".split()),
    *((np.dtype(name).type(1), name) for name in "float64 complex64 complex128".split()),
    (3, "int64"),
    (2**63, "uint64"),
    (True, "bool"),
    (None, "none"),
    (np.zeros(3, np.float32), "float32[::1]"),
    (np.zeros(6, bool)[::2], "bool[:]"),
    (np.zeros((2, 3)), "float64[:, ::1]"),
    (np.zeros((2, 3), order="F"), "float64[::1, :]"),
    (np.zeros((2, 3, 4))[:, 1:], "float64[:, :, :]"),
    (np.array(1, np.int16), 'Array(int16, 0, "C")'),
    (np.broadcast_to(np.float32(1), 3), 'Array(float32, 1, "A", readonly=True)'),
    (types.Array(types.int8, 2, "F", readonly=True), 'Array(int8, 2, "F", readonly=True)'),
    (types.Array(types.int8, 1, "F"), 'Array(int8, 1, "F")'),
    (np.zeros(3, PARTICLE), f"{RECORD}[::1]"),
    (
        types.Array(types.from_dtype(PARTICLE), 0, "C", True),
        f'Array({RECORD}, 0, "C", readonly=True)',
    ),
    (np.zeros((), PARTICLE)[()], RECORD),
    (Color.RED, "IntEnum<int64>(Color)"),
    ((1, 2, 3), "UniTuple(int64, 3)"),
    ((1, 2.5), "Tuple(int64, float64)"),
    ((1,), "UniTuple(int64, 1)"),
    ((np.zeros(3), (1, np.float32(2))), "Tuple(float64[::1], Tuple(int64, float32))"),
    ((np.zeros(3, PARTICLE), np.zeros(3, PARTICLE)), f"UniTuple({RECORD}[::1], 2)"),
    (types.literal(3), "int64"),
]


def typed(value):
    return value if isinstance(value, types.Type) else types.typeof(value)


def test_what_is_written_is_read_as_the_same_types(tmp_path):
    source = tmp_path / "kernels.py"
    arguments = []
    text = SOURCE
    for i, (value, _) in enumerate(TAKEN):
        text += f"\n\n@cuda.jit\ndef k{i}(a):\n    cuda.syncthreads()\n"
        arguments += ["--sig", f"k{i}={signature_text(types.void(typed(value)), NAMES)}"]
    source.write_text(text)
    command = [str(binary()), "inspect", "--types", "--json", str(source), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    kernels = json.loads(ran.stdout)["kernels"]
    read = [kernel["specialisations"][0]["args"][0] for kernel in kernels]
    assert read == [spelling for _, spelling in TAKEN]


def test_results_and_lists_of_arguments():
    assert signature_text(types.void(types.int32)) == "void(int32)"
    assert signature_text(types.void()) == "void()"
    assert signature_text(types.float32(types.none)) == "float32(none)"
    assert signature_text(types.Signature(None, (types.int32,))) == "(int32,)"
    assert (
        signature_text(types.Signature(None, (types.int32, types.f4[:]))) == "(int32, float32[:])"
    )
    assert signature_text(types.none) == "void"
    assert signature_text(types.optional(types.int32)) == "optional(int32)"
    assert signature_text(types.Tuple(())) == "Tuple(())"


def test_named_tuples_and_enums_have_their_names():
    point = types.typeof(Point(1, 2.5))
    assert signature_text(point) == "NamedTuple((int64, float64,), Point)"
    assert (
        signature_text(point, {Point: "geometry_Point"})
        == "NamedTuple((int64, float64,), geometry_Point)"
    )
    assert signature_text(types.typeof(Color.RED), {Color: "Hue"}) == "Hue"


def test_records_that_differ_only_in_their_alignment_are_told_apart():
    packed = np.dtype([("x", np.int32), ("y", np.int32)])
    aligned = np.dtype([("x", np.int32), ("y", np.int32)], align=True)
    names = [(packed, "packed"), (aligned, "aligned")]
    for dtype, name in names:
        assert (
            signature_text(types.typeof(np.zeros(3, dtype)), dict([(dtype, name)]))
            == f"{name}[::1]"
        )
    states = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)
    for known in ({}, {states: "record"}):
        assert signature_text(types.typeof(np.zeros(3, states)), known) == "xoroshiro128p_type[::1]"


@pytest.mark.parametrize(
    "value",
    ["text", np.zeros(3, "M8[s]"), np.zeros(3, "S3"), np.datetime64("2020-01-01"), slice(1)],
    ids=str,
)
def test_what_no_kernel_takes(value):
    with pytest.raises(errors.UnsupportedError, match="takes no argument of the type"):
        signature_text(types.void(types.typeof(value)))


def test_a_record_without_a_name():
    with pytest.raises(errors.UnsupportedError, match="no variable of the source holds the dtype"):
        signature_text(types.typeof(np.zeros(3, PARTICLE)), {np.dtype("f4"): "f"})


def test_strings_name_what_the_module_of_the_function_has():
    names = {"particle": PARTICLE, "Color": Color, "Point": Point, "other": 3}

    def read(text):
        return types.parse_signature(f"void({text})", names).args[0]

    assert read("particle[:]") == types.from_dtype(PARTICLE)[:]
    assert read("particle") == types.from_dtype(PARTICLE)
    assert read("Color") == types.typeof(Color.RED)
    assert read("NamedTuple((int64, float64), Point)") == types.typeof(Point(1, 0.5))
    assert types.is_random_state(read("xoroshiro128p_type[:]").dtype)
    for unknown in ("other", "nowhere"):
        with pytest.raises(NameError, match=unknown):
            read(unknown)


NAMING = """
from collections import namedtuple
from enum import IntEnum

import numpy as np
from numba import cuda
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

particle = np.dtype([("m", np.float32), ("n", np.int32)], align=True)
Pair = namedtuple("Pair", "n h")


class Color(IntEnum):
    RED = 5


@cuda.jit("void(particle[:], NamedTuple((int32, float32), Pair), Color)")
def k(a, pair, color):
    a[0].m = pair.h
    a[0].n = pair.n + color


@cuda.jit("void(xoroshiro128p_type[:], float32[:])")
def noise(states, out):
    out[0] = xoroshiro128p_uniform_float32(states, 0)


a, out = np.zeros(1, particle), np.zeros(1, np.float32)
k[1, 1](a, Pair(np.int32(3), np.float32(1.5)), Color.RED)
noise[1, 1](create_xoroshiro128p_states(1, seed=1), out)
print(a, 0 < out[0] < 1)
"""


def test_a_script_whose_signatures_name_what_it_has(tmp_path):
    (tmp_path / "naming.py").write_text(NAMING)
    command = [str(binary()), "run", str(tmp_path / "naming.py")]
    environment = {**os.environ, "PYCU_PYTHON": sys.executable}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.stdout == "[(1.5, 8)] True\n", done.stderr
