"""Typed reads of JSON in which nothing is believed, for `pycu._manifest`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

SCHEMA = 1
MAX_RANK = 32
MAX_ARGUMENTS = 512
MAX_RECORD = 2**31 - 1
MAX_OPERANDS = 32  # of a ufunc, as NumPy has it
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z", re.ASCII)

# the types of scalars and elements, and how symbols name them
CODES = {
    "bool": "b1",
    "int8": "i1",
    "int16": "i2",
    "int32": "i4",
    "int64": "i8",
    "uint8": "u1",
    "uint16": "u2",
    "uint32": "u4",
    "uint64": "u8",
    "float16": "f2",
    "float32": "f4",
    "float64": "f8",
    "complex64": "c8",
    "complex128": "c16",
}


Records = dict[str, "np.dtype[Any]"]


class Wrong(ValueError):
    """What is wrong with a manifest."""


def typed(value: Any, kind: type, name: str) -> Any:
    if type(value) is not kind:
        raise Wrong(f"{name} is {value!r:.60}, not {kind.__name__}")
    return value


def get(data: Any, key: str, kind: type) -> Any:
    if key not in typed(data, dict, "an entry"):
        raise Wrong(f"it has no `{key}`")
    return typed(data[key], kind, f"`{key}`")


def text(data: Any, key: str, *choices: str) -> str:
    found: str = get(data, key, str)
    if not found.isprintable() or (choices and found not in choices):
        wanted = f"not {' or '.join(choices)}" if choices else "no name"
        raise Wrong(f"`{key}` is {found!r:.60}, {wanted}")
    return found


def items(data: Any, key: str) -> Iterator[Any]:
    yield from get(data, key, list)
