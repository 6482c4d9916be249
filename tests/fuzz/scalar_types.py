"""The types of Numba's CUDA target, as the oracle of testdata/oracle has them.

A type is its name. An int or float written in place is the type "int literal" or "float literal",
which `value_type` turns into int64 and float64.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

ORACLE = Path(__file__).resolve().parents[2] / "testdata" / "oracle"
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float32", "float64"]
TYPES = ["bool", *INTEGERS, *FLOATS]
LITERALS = {"int literal": "int64", "float literal": "float64"}
NAMED_AS = {"-": "+", "*": "+", "%": "//", ">>": "<<", "|": "&", "^": "&", "!=": "=="} | {
    op: "<" for op in ("<=", ">", ">=")
}


@functools.cache
def oracle(name: str) -> Any:
    return json.loads((ORACLE / f"{name}.json").read_text(encoding="utf-8"))


def value_type(kind: str) -> str:
    return LITERALS.get(kind, kind)


@functools.cache
def _table(name: str, section: str, columns: str) -> dict[tuple[str, ...], str | None]:
    data = oracle(name)
    found = {}
    for *row, cells in data[section]:
        for column, cell in zip(data[columns], cells, strict=True):
            usable = cell if cell is None or not cell.endswith("!") else None
            found[(*row, column)] = usable
    return found


def binary(op: str, left: str, right: str) -> str | None:
    """The type of `left op right`; None where Numba refuses it."""
    return _table("scalar_ops", "binary", "operands").get((op, left, right))


def unary(op: str, operand: str) -> str | None:
    return _table("scalar_ops", "unary", "operands").get((op, operand))


def converted(op: str, left: str, right: str) -> list[str]:
    """The types in which an operator gets its operands."""
    found = _table("scalar_ops", "converted", "operands")[NAMED_AS.get(op, op), left, right]
    assert found, (op, left, right)
    return found.split(",")


def function(name: str, operand: str) -> str | None:
    return _table("math", "math_unary", "operands").get((name, operand))


def unified(left: str, right: str) -> str | None:
    """The type of a variable that has `left` on one path and `right` on the other."""
    found = _table("unify", "scalars", "scalars_operands")[left, right]
    plain = None if found is None else found.split("(")[0].replace("Literal[int]", "int64")
    return None if plain is None else value_type(plain)


@functools.cache
def loop_variable(*bounds: str) -> str | None:
    """The type of the variable of `for k in range(...)`."""
    data = oracle("range_grid")
    if len(bounds) == 1:
        return dict(data["range1"]).get(bounds[0])
    if any(b not in data[f"range{len(bounds)}_operands"] for b in bounds):
        return None
    table = _table("range_grid", f"range{len(bounds)}", f"range{len(bounds)}_operands")
    return table.get(bounds)


def is_integer(kind: str) -> bool:
    return kind in INTEGERS


def is_float(kind: str) -> bool:
    return kind in FLOATS


def is_signed(kind: str) -> bool:
    return kind.startswith("int")


def bits(kind: str) -> int:
    return int(kind.lstrip("uintflo"))


def limits(kind: str) -> tuple[int, int]:
    width = bits(kind)
    return (-(2 ** (width - 1)), 2 ** (width - 1) - 1) if is_signed(kind) else (0, 2**width - 1)
