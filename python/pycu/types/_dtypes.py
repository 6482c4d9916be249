"""Types of NumPy's dtypes and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from pycu.errors import NumbaNotImplementedError
from pycu.types import _names
from pycu.types._arrays import DType, NestedArray, Record
from pycu.types._base import unliteral
from pycu.types._functions import NumberClass
from pycu.types._misc import PyObject
from pycu.types._scalars import (
    Boolean,
    CharSeq,
    Complex,
    EnumMember,
    Float,
    Integer,
    NPDatetime,
    NPTimedelta,
    UnicodeCharSeq,
)

_FROM_DTYPE = {np.dtype(object): _names.pyobject} | {
    np.dtype(name): getattr(_names, "boolean" if name == "bool" else name)
    for name in (
        "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
        "float16 float32 float64 complex64 complex128"
    ).split()
}


def dtype_of_interface(desc: dict[str, Any]) -> np.dtype[Any]:
    """The dtype of an array interface, with its fields where they are told."""
    dtype = np.dtype(desc["typestr"])
    if dtype.kind == "V" and desc.get("descr"):
        fields = np.lib.format.descr_to_dtype(desc["descr"])
        if fields.itemsize == dtype.itemsize:
            return fields
    return dtype


def from_dtype(dtype: Any) -> Any:
    """The type of a NumPy dtype or scalar class; NumbaNotImplementedError where there is none."""
    if type(dtype) is type and issubclass(dtype, np.generic):
        dtype = np.dtype(dtype)
    if getattr(dtype, "fields", None) is not None:
        return from_struct_dtype(dtype)
    try:
        return _FROM_DTYPE[dtype]
    except (KeyError, TypeError):
        pass
    char = getattr(dtype, "char", "")
    if char == "U" and dtype.byteorder in "=|":
        return UnicodeCharSeq(dtype.itemsize // 4)
    if char == "S":
        return CharSeq(dtype.itemsize)
    if char and char in "mM" and dtype.isnative:
        unit = dtype.str.partition("[")[2].rstrip("]")
        if not unit[:1].isdigit():
            return NPTimedelta(unit) if char == "m" else NPDatetime(unit)
    if char == "V" and dtype.subdtype is not None:
        return NestedArray(from_dtype(dtype.subdtype[0]), dtype.shape)
    raise NumbaNotImplementedError(dtype)


def from_struct_dtype(dtype: np.dtype[Any]) -> Record:
    """The record type of a structured dtype."""
    if dtype.hasobject:
        raise NumbaNotImplementedError("dtypes that contain object are not supported.")
    fields = []
    for name, (element, offset, *title) in dtype.fields.items():  # type: ignore[union-attr]
        info = {"type": from_dtype(element), "offset": offset, "title": None, "alignment": None}
        fields.append((name, {**info, "title": title[0] if title else None}))
    return Record(fields, dtype.itemsize, dtype.isalignedstruct)


def as_dtype(nbtype: Any) -> np.dtype[Any]:
    """NumPy's dtype of a type; NumbaNotImplementedError where there is none."""
    nbtype = unliteral(nbtype)
    if isinstance(nbtype, (Complex, Integer, Float)):
        return np.dtype(str(nbtype))
    if isinstance(nbtype, Boolean):
        return np.dtype("?")
    if isinstance(nbtype, (NPDatetime, NPTimedelta)):
        letter = "M8" if isinstance(nbtype, NPDatetime) else "m8"
        return np.dtype(f"{letter}[{nbtype.unit}]" if nbtype.unit else letter)
    if isinstance(nbtype, (CharSeq, UnicodeCharSeq)):
        return np.dtype(f"{'S' if isinstance(nbtype, CharSeq) else 'U'}{nbtype.count}")
    if isinstance(nbtype, Record):
        return as_struct_dtype(nbtype)
    if isinstance(nbtype, NestedArray):
        return np.dtype((as_dtype(nbtype.dtype), nbtype.shape))
    if isinstance(nbtype, (EnumMember, DType, NumberClass)):
        return as_dtype(nbtype.dtype)
    if isinstance(nbtype, PyObject):
        return np.dtype(object)
    raise NumbaNotImplementedError(f"{nbtype} cannot be represented as a NumPy dtype")


def as_struct_dtype(rec: Record) -> np.dtype[Any]:
    """NumPy's dtype of a record; ValueError where NumPy aligns a field otherwise."""
    own = [(name, field) for name, field in rec.fields.items() if not rec.is_title(name)]
    formats = [as_dtype(field.type) for _, field in own]
    for (_, field), dtype in zip(own, formats):
        if rec.aligned and field.alignment not in (None, dtype.alignment):
            raise ValueError(
                f"NumPy is using a different alignment ({dtype.alignment}) than Numba/LLVM "
                f"({field.alignment}) for {dtype}. This is likely a NumPy bug."
            )
    fields = {
        "names": [name for name, _ in own],
        "formats": formats,
        "offsets": [field.offset for _, field in own],
        "itemsize": rec.size,
        "titles": [field.title for _, field in own],
    }
    return np.dtype(fields, align=rec.aligned)  # type: ignore[call-overload,no-any-return]


def map_layout(val: Any) -> str:
    """The layout of an array: "C", "F" or "A"."""
    flags = val.flags
    return "C" if flags["C_CONTIGUOUS"] else "F" if flags["F_CONTIGUOUS"] else "A"
