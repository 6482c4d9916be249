"""Types and signatures of a real Numba's, which a program may have beside pycu, as pycu's."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from pycu.types import _arrays, _containers, _dtypes, _functions, _misc, _names, _scalars
from pycu.types._base import Signature, Type, literal

# What makes a type again: its class, and the attributes that are the arguments.
_PARTS: dict[str, tuple[Callable[..., Any], str]] = {
    "CharSeq": (_scalars.CharSeq, "count"),
    "CPointer": (_misc.CPointer, "dtype"),
    "DType": (_arrays.DType, "dtype"),
    "EnumMember": (_scalars.EnumMember, "instance_class dtype"),
    "IntEnumMember": (_scalars.IntEnumMember, "instance_class dtype"),
    "List": (_containers.List, "dtype reflected"),
    "NamedTuple": (_containers.NamedTuple, "types instance_class"),
    "NamedUniTuple": (_containers.NamedUniTuple, "dtype count instance_class"),
    "NestedArray": (_arrays.NestedArray, "dtype shape"),
    "NPDatetime": (_scalars.NPDatetime, "unit"),
    "NPTimedelta": (_scalars.NPTimedelta, "unit"),
    "NumberClass": (_functions.NumberClass, "instance_type"),
    "Omitted": (_misc.Omitted, "value"),
    "Optional": (_misc.Optional, "type"),
    "Record": (_dtypes.from_dtype, "dtype"),
    "Tuple": (_containers.Tuple, "types"),
    "UnicodeCharSeq": (_scalars.UnicodeCharSeq, "count"),
    "UniTuple": (_containers.UniTuple, "dtype count"),
}


def own(given: Any) -> Any:
    """What a decorator was given, with pycu's types in place of Numba's, in tuples and lists, too.

    All else stays as it is, as do types that pycu has none for.
    """
    if type(given) in (tuple, list):
        return type(given)(map(own, given))
    kind = _kind(type(given))
    if kind == "Signature":
        return Signature(
            own(given.return_type), own(given.args), own(given.recvr), pysig=given.pysig
        )
    return own_type(given) if kind == "Type" else given


def own_type(given: Any) -> Any:
    """pycu's type for one of Numba's."""
    name = type(given).__name__
    if name == "Array":
        layout = own(given.dtype), given.ndim, given.layout
        return _arrays.Array(*layout, readonly=not given.mutable, aligned=given.aligned)
    if hasattr(given, "literal_value"):
        return literal(given.literal_value)
    if name in _PARTS:
        make, parts = _PARTS[name]
        return make(*(own(getattr(given, part)) for part in parts.split()))
    named = _scalars_by_name().get(given.name)
    return given if named is None else named


@functools.lru_cache(maxsize=1)
def _scalars_by_name() -> dict[str, Type]:
    return {one.name: one for one in vars(_names).values() if isinstance(one, Type)}


@functools.lru_cache(maxsize=256)
def _kind(cls: type) -> str:
    """Whether it is a class of Numba's types, or of its signatures: by names, not by an import."""
    if cls.__module__.startswith("numba."):
        for base in cls.__mro__:
            if base.__name__ in ("Type", "Signature"):
                return base.__name__
    return ""
