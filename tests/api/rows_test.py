"""Rows of host functions have the parameters that NumPy and numba-cuda have, in their places."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.cuda.cudadrv.devicearray import DeviceNDArray

TABLES = Path(__file__).resolve().parents[2] / "lib" / "api"
ROW = re.compile(
    r'^PYCU_(?:FUNCTION|CREATION|ARRAY|NUMPY|RANDOM)\("([^"]+)", "([^"]*)"', re.MULTILINE
)


def rows() -> list[tuple[str, str]]:
    return [row for table in sorted(TABLES.glob("*.def")) for row in ROW.findall(table.read_text())]


def resolved(path: str) -> Any:
    """The function of a path: `numpy.ndarray.copy`, `numba.cuda.random.x`."""
    parts = path.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for name in parts[count:]:
            found = getattr(DeviceNDArray if is_device(found, name) else found, name)
        return found
    raise AssertionError(path)


def is_device(of: Any, name: str) -> bool:
    """Whether an array of the device has a method that NumPy's arrays have not."""
    return of is np.ndarray and not hasattr(of, name)


def signature(function: Any) -> inspect.Signature | None:
    """What Python knows of its parameters; nothing for most functions that are written in C."""
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


def parameters(text: str) -> list[tuple[str, str]]:
    """Names with their kinds: `/` before, `*` behind, or neither."""
    made: list[tuple[str, str]] = []
    kind = ""
    for part in filter(None, (part.strip() for part in text.split(","))):
        if part == "/":
            made = [(name, "/") for name, _ in made]
        elif part.startswith("*"):
            kind = "*"
            if part != "*":
                made.append((part[1:], "rest"))
        else:
            made.append((part.split("=")[0], kind))
    return made


@pytest.mark.parametrize(("path", "text"), rows())
def test_parameters_are_pythons(path: str, text: str) -> None:
    if path == "math.fma" and sys.version_info < (3, 13):
        return
    function = resolved(path)
    if isinstance(function, np.ufunc):
        assert sum(kind == "/" for _, kind in parameters(text)) == function.nin
        return
    known = signature(function)
    if known is None:
        return
    theirs = [name for name in known.parameters if name != "self"]
    is_open = any(p.kind is p.VAR_POSITIONAL for p in known.parameters.values())
    for place, (name, kind) in enumerate(parameters(text)):
        if kind in ("/", "rest"):
            assert is_open or place < len(theirs), f"{path} has no parameter number {place}"
        elif kind == "*":
            assert name in theirs or is_open, f"{path} has no `{name}`"
        else:
            assert is_open or theirs[place] == name, f"{path}: {theirs[place]} stands before {name}"
