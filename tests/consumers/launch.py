"""Launches every kernel of a folder from its two manifests, with ctypes alone."""

from __future__ import annotations

import ctypes
import json
import sys
from pathlib import Path
from typing import Any

SCALARS = {
    "bool": ctypes.c_bool,
    "int8_t": ctypes.c_int8,
    "int16_t": ctypes.c_int16,
    "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64,
    "uint8_t": ctypes.c_uint8,
    "uint16_t": ctypes.c_uint16,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
}
ELEMENTS = {"float32": ctypes.c_float, "float64": ctypes.c_double, "int64": ctypes.c_int64}


class Dim3(ctypes.Structure):
    _fields_ = [("x", ctypes.c_uint32), ("y", ctypes.c_uint32), ("z", ctypes.c_uint32)]


def flat(args: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tuples are passed item by item."""
    return [one for arg in args for one in (flat(arg["items"]) if "items" in arg else [arg])]


def array_type(rank: int) -> type[ctypes.Structure]:
    numbers = ctypes.c_int64 * rank
    fields = [("data", ctypes.c_void_p), ("shape", numbers), ("strides", numbers)]
    return type("Array", (ctypes.Structure,), {"_fields_": fields})


def array(arg: dict[str, Any], data: Any, *shape: int) -> ctypes.Structure:
    """Row-major elements as the struct that the kernel takes."""
    strides = [ctypes.sizeof(data._type_)]
    for extent in reversed(shape[1:]):
        strides.insert(0, strides[0] * extent)
    assert data._type_ is ELEMENTS[arg["dtype"]] and len(shape) == arg["rank"]
    kind = array_type(arg["rank"])
    return kind(ctypes.addressof(data), type(kind().shape)(*shape), type(kind().shape)(*strides))


class Module:
    """A module as its manifests describe it."""

    def __init__(self, manifest: Path) -> None:
        described = json.loads(manifest.read_text())
        built = json.loads(manifest.with_suffix(".build.json").read_text())
        assert built["target"] == "cpu"
        self.library = ctypes.CDLL(str(manifest.parent / built["library"]))
        self.last_error = self.library[described["module"] + "_last_error"]
        self.last_error.restype = ctypes.c_char_p
        self.kernels = {kernel["name"]: kernel for kernel in described["kernels"]}

    def launch(self, name: str, signature: str, block: int, *values: Any) -> int:
        """Launches one block of a kernel's specialisation."""
        ones = {one["signature"]: one for one in self.kernels[name]["specialisations"]}
        args = flat(ones[signature]["args"])
        types = [
            array_type(a["rank"]) if a["kind"] == "array" else SCALARS[a["c_type"]] for a in args
        ]
        function = self.library[ones[signature]["symbol"]]
        function.argtypes = [Dim3, Dim3, ctypes.c_uint32, ctypes.c_void_p, *types]
        given = [
            arg_type.from_buffer(array(arg, *value)) if arg["kind"] == "array" else value
            for arg, arg_type, value in zip(args, types, values)
        ]
        return function(Dim3(1, 1, 1), Dim3(block, 1, 1), 0, None, *given)


def main(folder: Path) -> None:
    plate, wave = Module(folder / "plate.json"), Module(folder / "wave.json")
    x = (ctypes.c_float * 4)(1, 2, 3, 4)
    assert plate.launch("scale", "void(float32[:], float32)", 4, (x, 4), 2.0) == 0
    assert list(x) == [2, 4, 6, 8]
    y = (ctypes.c_double * 4)(1, 2, 3, 4)
    assert plate.launch("scale", "void(float64[::1], float64)", 4, (y, 4), 2.0) == 0
    assert list(y) == [2, 4, 6, 8]
    sums = (ctypes.c_double * 1)()
    assert plate.launch("block_sum", "void(float64[:], float64[:])", 64, (y, 4), (sums, 1)) == 0
    assert list(sums) == [20]
    filled = (ctypes.c_int64 * 3)()
    signature = "void(int64[:], UniTuple(int64, 2), bool)"
    assert plate.launch("fill", signature, 4, (filled, 3), 5, 7, True) == 0
    assert list(filled) == [-5, -12, -19]
    u, out = (ctypes.c_float * 12)(*range(12)), (ctypes.c_float * 12)()
    signature = "void(float32[:, :], float32[:, :])"
    assert plate.launch("step", signature, 12, (u, 3, 4), (out, 3, 4)) == 0
    assert list(out) == [0.0] * 12, "one row of threads is on the border"
    assert wave.launch("add", "void(int64[:], int64[:])", 4, (filled, 3), (filled, 3)) == 0
    assert list(filled) == [-9, -23, -37]
    assert wave.launch("scale", "void(float32[:], float32)", 2000, (x, 4), 2.0) == 2
    assert b"2000" in wave.last_error()
    assert "pycu" not in sys.modules and "numpy" not in sys.modules
    print("0 failures")


main(Path(sys.argv[1]))
