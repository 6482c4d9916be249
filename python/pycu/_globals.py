"""What names of a source hold, as its manifest tells it: numbers, tuples, arrays, dtypes."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from pycu._manifest_fields import (
    CODES,
    MAX_RANK,
    MAX_RECORD,
    Records,
    Wrong,
    get,
    items,
    text,
    typed,
)

PYTHON: dict[str, Callable[[str], Any]] = {
    "int": int,
    "float": float,
    "complex": complex,
    "bool": {"True": True, "False": False}.__getitem__,
}
PARSERS = {"b": PYTHON["bool"], "i": int, "u": int, "f": float, "c": complex}


def read_globals(data: Any, records: Records) -> dict[str, Any]:
    """The values of `globals` by their names, dotted for names of classes."""
    if "globals" not in data:
        return {}
    return {text(one, "name"): _value(one, records) for one in items(data, "globals")}


def _value(data: Any, records: Records, depth: int = 0) -> Any:
    kind = text(data, "type", "tuple", "array", "dtype", *PYTHON, *CODES)
    if kind == "tuple":
        if depth > MAX_RANK:
            raise Wrong("tuples of tuples without end")
        return tuple(_value(one, records, depth + 1) for one in items(data, "items"))
    if kind == "array":
        return _array(data)
    if kind == "dtype":
        name = text(data, "value", *CODES, *records)
        return records.get(name) or np.dtype(name)
    return _number(kind, get(data, "value", str))


def _number(kind: str, value: str) -> Any:
    try:
        if kind in PYTHON:
            return PYTHON[kind](value)
        dtype = np.dtype(kind)
        return dtype.type(PARSERS[dtype.kind](value))
    except (ValueError, KeyError, OverflowError):
        raise Wrong(f"{value!r:.60} is no {kind}") from None


def _array(data: Any) -> np.ndarray:
    """Read-only: what the kernels have was frozen when they were compiled."""
    kind, order = text(data, "dtype", *CODES), text(data, "order", "C", "F")
    shape = [typed(extent, int, "an extent") for extent in items(data, "shape")]
    values = [_number(kind, typed(one, str, "a value")) for one in items(data, "values")]
    if len(shape) > MAX_RANK or any(not 0 <= n <= MAX_RECORD for n in shape):
        raise Wrong(f"an array has the shape {str(shape):.60}")
    try:
        array = np.array(values, kind).reshape(shape, order=order)  # type: ignore[call-overload]
    except ValueError as error:
        raise Wrong(f"no array: {error}") from None
    array.setflags(write=False)
    return array
