"""`typeof(value)`: the type that a kernel sees when it is called with a value."""

from __future__ import annotations

import array
import enum
import functools
import types as python
from collections import namedtuple
from typing import Any

import numpy as np

from pycu._arguments import is_masked
from pycu.errors import NumbaNotImplementedError, NumbaTypeError, NumbaValueError
from pycu.types import _names
from pycu.types._arrays import Array, Buffer, ByteArray, Bytes, DType, MemoryView, PyArray
from pycu.types._base import Literal, Type, TypeRef
from pycu.types._containers import BaseTuple, List, Set
from pycu.types._dtypes import dtype_of_interface, from_dtype, map_layout
from pycu.types._functions import BaseFunction, NamedTupleClass, NumberClass
from pycu.types._misc import ExceptionClass
from pycu.types._scalars import Boolean, EnumClass, IntEnumClass
from pycu.types._scalars import Number as _Number


class Purpose(enum.Enum):
    """What a value is typed for."""

    argument = 1
    constant = 2


_Context = namedtuple("_Context", ("purpose",))


def typeof(val: Any, purpose: Purpose = Purpose.argument) -> Any:
    """The type of a value; ValueError where it has none.

    Ints are int64, or uint64 from 2**63 on. Arrays of NumPy and all that have
    `__cuda_array_interface__`, `__dlpack__` or a buffer keep their dtype, rank, layout and whether
    they can be written. An object may say its type itself, in `_numba_type_`.
    """
    found = typeof_impl(val, _Context(purpose))
    if found is None:
        raise ValueError(f"Cannot determine Numba type of {type(val)}")
    return found


@functools.singledispatch
def typeof_impl(val: Any, c: Any) -> Any:
    """The type of a value, or None; further classes are registered here, as in Numba."""
    own = getattr(val, "_numba_type_", None)
    if own is not None:
        return own
    interface = getattr(val, "__cuda_array_interface__", None)
    if interface is not None:
        return _of_interface(interface)
    if hasattr(val, "__dlpack__"):
        try:
            return _of_array(np.from_dlpack(val), c)
        except (BufferError, RuntimeError, TypeError):
            pass
    return _of_buffer(val)


def array_key(array: np.ndarray) -> Any:
    """What decides the type of an array, cheaper to make and to compare than the type."""
    flags = array.flags
    layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
    return array.dtype, array.ndim, layout, flags.writeable


def _of_interface(interface: dict[str, Any]) -> Array:
    """The type of what `__cuda_array_interface__` describes."""
    dtype = dtype_of_interface(interface)
    shape, strides = interface["shape"], interface.get("strides")
    layout = "C"
    if strides is not None and 0 not in shape:
        layout = _layout(tuple(shape), tuple(strides), dtype.itemsize)
    return Array(from_dtype(dtype), len(shape), layout, readonly=bool(interface["data"][1]))


def _layout(shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int) -> str:
    """The layout of an array that is not empty; the stride of one element says nothing."""
    for layout, axes in (("C", range(len(shape) - 1, -1, -1)), ("F", range(len(shape)))):
        expected = itemsize
        for axis in axes:
            if shape[axis] != 1 and strides[axis] != expected:
                break
            expected *= shape[axis]
        else:
            return layout
    return "A"


_BUFFERS: dict[type, type[Buffer]] = {bytes: Bytes, bytearray: ByteArray, array.array: PyArray}


def _of_buffer(val: Any) -> Any:
    try:
        view = memoryview(val)
        dtype = from_dtype(np.dtype("u1" if view.format == "c" else view.format))
    except (TypeError, ValueError, NumbaNotImplementedError):
        return None
    layout = "C" if view.c_contiguous else "F" if view.f_contiguous else "A"
    kind = _BUFFERS.get(type(val), MemoryView)
    return kind(dtype, view.ndim, layout, readonly=view.readonly)


@typeof_impl.register(bool)
def _of_bool(val: bool, c: Any) -> Type:
    return _names.boolean


@typeof_impl.register(float)
def _of_float(val: float, c: Any) -> Type:
    return _names.float64


@typeof_impl.register(complex)
def _of_complex(val: complex, c: Any) -> Type:
    return _names.complex128


@typeof_impl.register(int)
def _of_int(val: int, c: Any) -> Type:
    if -(2**63) < val < 2**63:
        return _names.int64
    if 0 <= val < 2**64:
        return _names.uint64
    raise ValueError(f"Int value is too large: {val}")


@typeof_impl.register(str)
def _of_str(val: str, c: Any) -> Type:
    return _names.unicode_type


@typeof_impl.register(type(None))
def _of_none(val: None, c: Any) -> Type:
    return _names.none


@typeof_impl.register(type(Ellipsis))
def _of_ellipsis(val: Any, c: Any) -> Type:
    return _names.ellipsis


@typeof_impl.register(python.CodeType)
def _of_code(val: Any, c: Any) -> Type:
    return _names.code_type


@typeof_impl.register(np.generic)
def _of_numpy_scalar(val: np.generic, c: Any) -> Any:
    try:
        return from_dtype(val.dtype)
    except NumbaNotImplementedError:
        return None


@typeof_impl.register(np.ndarray)
def _of_array(val: Any, c: Any) -> Any:
    if is_masked(val):
        raise NumbaTypeError("Unsupported array type: numpy.ma.MaskedArray.")
    return _array_type(val.dtype, val.ndim, map_layout(val), not val.flags.writeable)


# The last types of arrays by what a look at them tells; the dtype is held, so its id stays its own.
_arrays: dict[tuple[int, int, str, bool], tuple[np.dtype[Any], Array]] = {}


def _array_type(dtype: np.dtype[Any], ndim: int, layout: str, readonly: bool) -> Array:
    key = (id(dtype), ndim, layout, readonly)
    found = _arrays.get(key)
    if found is not None:
        return found[1]
    try:
        made = Array(from_dtype(dtype), ndim, layout, readonly=readonly)
    except NumbaNotImplementedError:
        raise NumbaValueError(f"Unsupported array dtype: {dtype}") from None
    if len(_arrays) >= 1024:
        _arrays.clear()
    _arrays[key] = dtype, made
    return made


@typeof_impl.register(np.dtype)
def _of_dtype(val: np.dtype[Any], c: Any) -> Type:
    return DType(from_dtype(val))


@typeof_impl.register(tuple)
def _of_tuple(val: tuple[Any, ...], c: Any) -> Any:
    items = tuple(typeof_impl(one, c) for one in val)
    return None if None in items else _tuple_type(items, type(val))


@functools.lru_cache(maxsize=512)
def _tuple_type(items: tuple[Any, ...], kind: type) -> Any:
    return BaseTuple.from_types(items, kind)


@typeof_impl.register(list)
@typeof_impl.register(set)
def _of_list(val: Any, c: Any) -> Any:
    kind = "list" if isinstance(val, list) else "set"
    if not val:
        raise ValueError(f"Cannot type empty {kind}")
    item = next(iter(val))
    made = typeof_impl(item, c)
    if made is None:
        raise ValueError(f"Cannot type {kind} element type {type(item)}")
    return List(made, reflected=True) if kind == "list" else Set(made, reflected=True)


@typeof_impl.register(slice)
def _of_slice(val: slice, c: Any) -> Type:
    return _names.slice2_type if val.step in (None, 1) else _names.slice3_type


@typeof_impl.register(enum.Enum)
@typeof_impl.register(enum.IntEnum)  # an int before it is an Enum
def _of_member(val: enum.Enum, c: Any) -> Any:
    return _of_enum(type(val), c).member_type


@typeof_impl.register(enum.EnumMeta)
def _of_enum(val: Any, c: Any) -> EnumClass:
    members = list(val.__members__.values())
    if not members:
        raise ValueError("Cannot type enum with no members")
    dtypes = {typeof_impl(one.value, c) for one in members}
    if len(dtypes) > 1:
        names = ", ".join(sorted(map(str, dtypes)))
        raise ValueError(f"Cannot type heterogeneous enum: got value types {names}")
    kind = IntEnumClass if issubclass(val, enum.IntEnum) else EnumClass
    return kind(val, dtypes.pop())


@typeof_impl.register(type)
def _of_class(val: type, c: Any) -> Any:
    if issubclass(val, BaseException):
        return ExceptionClass(val)
    if issubclass(val, tuple) and hasattr(val, "_asdict"):
        return NamedTupleClass(val)
    if issubclass(val, np.generic):
        return NumberClass(from_dtype(val))
    return TypeRef(val) if issubclass(val, Type) else None  # type: ignore[arg-type]


@typeof_impl.register(Type)
def _of_type(val: Type, c: Any) -> Any:
    if isinstance(val, (NumberClass, Literal, TypeRef, BaseFunction)):
        return val
    return NumberClass(val) if isinstance(val, (_Number, Boolean)) else TypeRef(val)


@typeof_impl.register(np.random.Generator)
def _of_generator(val: Any, c: Any) -> Type:
    return _names.npy_rng


@typeof_impl.register(np.random.BitGenerator)
def _of_bit_generator(val: Any, c: Any) -> Type:
    return _names.npy_bitgen
