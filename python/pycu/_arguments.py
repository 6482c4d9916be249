"""Which Python values a kernel's arguments take, and how they are handed over.

Nothing is converted in silence. What a parameter takes:

- an array: an `ndarray` of exactly its dtype, rank and layout (`[:]` takes any strides); one that
  is read-only only where the kernel does not write to it; on the CPU target also an array of
  another library in its own memory (`pycu._launch` asks `pycu.cuda._interface` for it): a buffer,
  DLPack, `__array_interface__`, `__cuda_array_interface__`;
- `bool`: a `bool` or `np.bool_`;
- an integer: a Python `int` that fits, a `bool`, a NumPy scalar whose type fits
  (`np.can_cast(..., "safe")`);
- a complex number: a Python `complex`, `float` or `int`; a NumPy scalar whose type fits;
- a float: a Python `float` or `int`, rounded to the type; a NumPy scalar whose type fits;
- a record: an element of an array of its dtype; where the kernel writes to it, the array changes;
- a tuple: a tuple of as many items, each by these rules;
- None where the kernel was compiled for None; a member of an enum counts as its value.

A `Match` says how well a value fits (0 is exact), so that a kernel with several signatures can
choose; a `Mismatch` says in words why it does not.
"""

from __future__ import annotations

import ctypes
import platform
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Union

import numpy as np

from pycu._manifest import Arg


class Complex64(ctypes.Structure):
    """`pycu_c64`."""

    _fields_ = [("re", ctypes.c_float), ("im", ctypes.c_float)]


class Complex128(ctypes.Structure):
    """`pycu_c128`."""

    _fields_ = [("re", ctypes.c_double), ("im", ctypes.c_double)]


class Float16(ctypes.Structure):
    """`pycu_f16`."""

    _fields_ = [("bits", ctypes.c_uint16)]


C_SCALARS: dict[str, Any] = {
    "bool": ctypes.c_bool,
    "int8": ctypes.c_int8,
    "int16": ctypes.c_int16,
    "int32": ctypes.c_int32,
    "int64": ctypes.c_int64,
    "uint8": ctypes.c_uint8,
    "uint16": ctypes.c_uint16,
    "uint32": ctypes.c_uint32,
    "uint64": ctypes.c_uint64,
    "float32": ctypes.c_float,
    "float16": Float16,
    "float64": ctypes.c_double,
    "complex64": Complex64,
    "complex128": Complex128,
}

EXACT, WIDENED, CONVERTED = 0, 1, 100

OF_NUMPY = (np.ndarray, np.generic, bool, int, float, complex, type(None), str, bytes, Enum)


class Dim3(ctypes.Structure):
    """`pycu_dim3`."""

    _fields_ = [("x", ctypes.c_uint32), ("y", ctypes.c_uint32), ("z", ctypes.c_uint32)]


def _make_array_struct(rank: int) -> type[ctypes.Structure]:
    fields: list[Any] = [("data", ctypes.c_void_p)]
    if rank > 0:
        fields += [("shape", ctypes.c_int64 * rank), ("strides", ctypes.c_int64 * rank)]
    return type(f"Array{rank}d", (ctypes.Structure,), {"_fields_": fields})


_structs: dict[int, type[ctypes.Structure]] = {}


def array_struct(rank: int) -> type[ctypes.Structure]:
    """`pycu_array_*_<rank>d`: all element types have one shape."""
    if rank not in _structs:
        _structs[rank] = _make_array_struct(rank)
    return _structs[rank]


# AAPCS64: a struct of more than 16 bytes is handed over as the address of a copy.
_BY_ADDRESS = platform.machine() in ("aarch64", "arm64")


def by_value(struct: type[ctypes.Structure]) -> Any:
    """What `argtypes` names for a struct of integers and addresses that a function takes by value.

    On aarch64 that is a pointer, which ctypes makes of the struct itself: of ten such structs by
    value the call ends in a segmentation fault there.
    """
    is_large = ctypes.sizeof(struct) > 16
    return ctypes.POINTER(struct) if _BY_ADDRESS and is_large else struct


@cache
def record_struct(dtype: np.dtype[Any]) -> Any:
    """The struct of a record: one class for each dtype, as ctypes wants it."""
    return np.ctypeslib.as_ctypes_type(_known_to_ctypes(dtype))


def _known_to_ctypes(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """A dtype of the same layout without complex numbers and texts, which ctypes has none of."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((_known_to_ctypes(base), shape))
    if dtype.fields is not None:
        names = list(dtype.names or ())
        return np.dtype(
            {
                "names": names,
                "formats": [_known_to_ctypes(dtype.fields[name][0]) for name in names],
                "offsets": [dtype.fields[name][1] for name in names],
                "itemsize": dtype.itemsize,
            }
        )
    if dtype.kind == "c":
        part = f"f{dtype.itemsize // 2}"
        return np.dtype([("real", part), ("imag", part)])
    if dtype.kind in "SU":
        return np.dtype((np.uint8, (dtype.itemsize,)))
    return dtype


@dataclass(frozen=True)
class Match:
    """A value that fits: how well, and what the wrapper is called with."""

    cost: int
    values: list[Any]


@dataclass(frozen=True)
class Mismatch:
    """A value that does not fit, and why: "is float64, the kernel takes float32"."""

    reason: str


Result = Union[Match, Mismatch]


def c_types(arg: Arg) -> list[Any]:
    """What `arg` is in the C ABI; a tuple is its items one by one."""
    if arg.kind == "tuple":
        return [c_type for item in arg.items for c_type in c_types(item)]
    if arg.kind == "array":
        return [by_value(array_struct(arg.rank))]
    if arg.kind == "record" and arg.written:
        return [array_struct(0)]
    return [C_SCALARS[arg.dtype] if arg.record is None else record_struct(arg.record)]


def same_dtype(a: np.dtype[Any], b: np.dtype[Any]) -> bool:
    """Whether elements are the same bytes under the same names; fields may be in any order."""
    if a.subdtype is not None and b.subdtype is not None:
        return a.shape == b.shape and same_dtype(a.base, b.base)
    if a.fields is None or b.fields is None:
        return a == b
    return (
        a.itemsize == b.itemsize
        and a.fields.keys() == b.fields.keys()
        and all(
            field[1] == b.fields[name][1] and same_dtype(field[0], b.fields[name][0])
            for name, field in a.fields.items()
        )
    )


def is_masked(value: Any) -> bool:
    """Whether `value` is a masked array. Of a plain one `numpy.ma` is not imported, 5 ms."""
    return type(value) is not np.ndarray and isinstance(value, np.ma.MaskedArray)


def describe(value: Any) -> str:
    """The type of `value` as an error message should name it."""
    if is_masked(value):
        return "a masked array"
    if isinstance(value, np.ndarray):
        order = "C" if value.flags.c_contiguous else "F" if value.flags.f_contiguous else "A"
        brackets = {
            "C": ", ".join([":"] * (value.ndim - 1) + ["::1"]),
            "F": ", ".join(["::1"] + [":"] * (value.ndim - 1)),
            "A": ", ".join([":"] * value.ndim),
        }[order]
        swapped = "" if value.dtype.isnative else " (of the other byte order)"
        return f"{value.dtype.newbyteorder('=')}[{brackets if value.ndim else '()'}]{swapped}"
    if isinstance(value, np.generic):
        return str(value.dtype)
    if isinstance(value, tuple):
        return f"a tuple of {len(value)}"
    return f"a Python {type(value).__name__}"


def c_value(arg: Arg, value: Any) -> Any:
    """A number as ctypes passes it: complex numbers and halves are structs."""
    if arg.dtype == "float16":
        with np.errstate(over="ignore"):
            return Float16(int(np.float16(value).view(np.uint16)))
    if arg.dtype.startswith("complex"):
        number = complex(value)
        return C_SCALARS[arg.dtype](number.real, number.imag)
    return value


def _match_array(arg: Arg, value: Any) -> Result:
    taken = f"the kernel takes {arg.type}"
    if not isinstance(value, np.ndarray) or is_masked(value):
        return Mismatch(f"is {describe(value)}, {taken}")
    if not same_dtype(value.dtype, arg.element):
        return Mismatch(f"is {describe(value)}, {taken}: another dtype")
    if value.ndim != arg.rank:
        return Mismatch(f"is {describe(value)}, {taken}: another rank")
    flags = value.flags
    if arg.layout == "C" and not flags.c_contiguous:
        return Mismatch(f"is {describe(value)}, {taken}: it is not contiguous in C order")
    if arg.layout == "F" and not flags.f_contiguous:
        return Mismatch(f"is {describe(value)}, {taken}: it is not contiguous in Fortran order")
    if arg.written and not flags.writeable:
        return Mismatch("is read-only, the kernel writes to it")
    struct = array_struct(arg.rank)(value.ctypes.data)
    if arg.rank > 0:
        struct.shape[:] = value.shape
        struct.strides[:] = value.strides
    order = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
    return Match(EXACT if arg.layout == order else WIDENED, [struct])


def _match_integer(arg: Arg, value: Any) -> Result:
    limits = np.iinfo(arg.dtype)
    if not limits.min <= value <= limits.max:
        return Mismatch(f"is {value}, which {arg.dtype} cannot hold")
    if isinstance(value, bool):
        return Match(CONVERTED, [int(value)])
    return Match(EXACT if arg.dtype == "int64" else WIDENED, [value])


def _match_float(arg: Arg, value: Any) -> Result:
    exact = arg.dtype == "float64" and isinstance(value, float)
    try:
        cost = EXACT if exact else WIDENED if isinstance(value, float) else CONVERTED
        return Match(cost, [c_value(arg, float(value))])
    except OverflowError:
        return Mismatch(f"is an int that {arg.dtype} cannot hold")


def _match_complex(arg: Arg, value: Any) -> Result:
    exact = arg.dtype == "complex128" and isinstance(value, complex)
    cost = EXACT if exact else WIDENED if isinstance(value, complex) else CONVERTED
    try:
        return Match(cost, [c_value(arg, complex(value))])
    except OverflowError:
        return Mismatch(f"is an int that {arg.dtype} cannot hold")


def _match_scalar(arg: Arg, value: Any) -> Result:
    wanted = np.dtype(arg.dtype)
    if isinstance(value, np.generic):
        if not np.can_cast(value.dtype, wanted, "safe"):
            return Mismatch(f"is {describe(value)}, the kernel takes {arg.dtype}")
        same_kind = value.dtype.kind == wanted.kind
        cost = EXACT if value.dtype == wanted else WIDENED if same_kind else CONVERTED
        return Match(cost, [c_value(arg, value.item())])
    if wanted.kind == "b" and isinstance(value, bool):
        return Match(EXACT, [value])
    if wanted.kind in "iu" and isinstance(value, int):
        return _match_integer(arg, value)
    if wanted.kind == "f" and isinstance(value, (float, int)):
        return _match_float(arg, value)
    if wanted.kind == "c" and isinstance(value, (complex, float, int)):
        return _match_complex(arg, value)
    return Mismatch(f"is {describe(value)}, the kernel takes {arg.dtype}")


def _match_tuple(arg: Arg, value: Any) -> Result:
    if arg.type == "none":
        return Match(EXACT, []) if value is None else Mismatch(f"is {describe(value)}, not None")
    if not isinstance(value, tuple) or len(value) != len(arg.items):
        return Mismatch(f"is {describe(value)}, the kernel takes {arg.type}")
    cost = 0
    values: list[Any] = []
    for position, (item, part) in enumerate(zip(arg.items, value)):
        result = match(item, part)
        if isinstance(result, Mismatch):
            return Mismatch(f"does not fit: item {position} {result.reason}")
        cost += result.cost
        values += result.values
    return Match(cost, values)


def _match_record(arg: Arg, value: Any) -> Result:
    is_record = isinstance(value, np.void) or (isinstance(value, np.ndarray) and value.ndim == 0)
    if not is_record or not same_dtype(value.dtype, arg.element):
        return Mismatch(f"is {describe(value)}, the kernel takes {arg.type}")
    if arg.written:
        if not value.flags.writeable:
            return Mismatch("is read-only, the kernel writes to it")
        return Match(EXACT, [array_struct(0)(np.frombuffer(value, np.uint8).ctypes.data)])
    return Match(EXACT, [record_struct(arg.element).from_buffer_copy(value.tobytes())])


def is_of_numpy(value: Any) -> bool:
    """Whether a value is what it is: an array or a number, and no array of another library."""
    if isinstance(value, tuple):
        return all(map(is_of_numpy, value))
    return isinstance(value, OF_NUMPY)


def match(arg: Arg, value: Any) -> Result:
    """How `value` fits the parameter `arg`."""
    if arg.kind == "record":
        return _match_record(arg, value)
    if arg.kind == "array":
        return _match_array(arg, value)
    if arg.kind == "tuple":
        return _match_tuple(arg, value)
    if isinstance(value, Enum):
        value = value.value
    return _match_scalar(arg, value)
