"""Every operator on every pair of types at edge values, against Numba's rules in Python's integers.

Integers follow the rules of the result types in words: operands become int64, or uint64 when both
are unsigned, and results are taken modulo 2**64. Floats are compared with `numba.njit`, which types
them as the CUDA target does. Where the reference is PTX's rule (shift counts of 64 and more), it is
written here.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any

import harness
import numba
import numpy as np
import pycu
import pytest
from case import close

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float32", "float64"]
TYPES = [*INTEGERS, *FLOATS, "bool"]
INTEGER_OPERATORS = ["+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "**"]
FLOAT_OPERATORS = ["+", "-", "*", "/", "//", "%", "**"]
COMPARISONS = ["<", "<=", "==", "!=", ">", ">="]
FLOAT_PAIRS = [
    ("float32", "float32"),
    ("float32", "float64"),
    ("float64", "float64"),
    ("float32", "int16"),
    ("float32", "int32"),
    ("int64", "float32"),
    ("float64", "uint8"),
    ("uint64", "float64"),
]
INTEGER_PAIRS = list(itertools.product(INTEGERS, INTEGERS))
ALL_PAIRS = list(itertools.product(TYPES, TYPES))
WORD = 2**64


def kernel(name: str, pairs: list[tuple[str, str]], result: str, operators: list[str]) -> str:
    """A kernel that applies each operator to each pair of elements."""
    signatures = [f'"void({x}[::1], {y}[::1], {result}[:, ::1])"' for x, y in pairs]
    body = [f"        out[{j}, i] = a[i] {op} b[i]" for j, op in enumerate(operators)]
    return "\n".join(
        [
            f"@cuda.jit([{', '.join(signatures)}])",
            f"def {name}(a, b, out):",
            "    i = cuda.grid(1)",
            "    if i < a.size:",
            *body,
            "",
        ]
    )


def unary_kernel() -> str:
    signatures = [f'"void({x}[::1], int64[:, ::1])"' for x in INTEGERS]
    return "\n".join(
        [
            f"@cuda.jit([{', '.join(signatures)}])",
            "def unary(a, out):",
            "    i = cuda.grid(1)",
            "    if i < a.size:",
            "        out[0, i] = -a[i]",
            "        out[1, i] = +a[i]",
            "        out[2, i] = ~a[i]",
            "        out[3, i] = not a[i]",
            "        out[4, i] = abs(a[i])",
            "",
        ]
    )


@pytest.fixture(scope="module")
def k(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The kernels, one library each so that they compile side by side."""
    folder = tmp_path_factory.mktemp("operators")
    texts = {
        "integers": kernel("apply", INTEGER_PAIRS, "int64", INTEGER_OPERATORS) + unary_kernel(),
        "floats": kernel("apply", FLOAT_PAIRS, "float64", FLOAT_OPERATORS),
        "comparisons": kernel("apply", ALL_PAIRS, "boolean", COMPARISONS),
    }
    sources = []
    for name, text in texts.items():
        source = Path(folder / f"{name}_kernels.py")
        source.write_text(f"from numba import cuda\n\n\n{text}")
        sources.append(source)
    failed = harness.build_each(sources, folder / "out", "-Xcxx", "-O0")
    assert not failed, "\n".join(failed.values())
    return {name: pycu.load(folder / "out" / f"{name}_kernels.json") for name in texts}


def edges(dtype: str) -> list[Any]:
    if dtype == "bool":
        return [False, True]
    if dtype in FLOATS:
        info = np.finfo(dtype)
        return [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e10, -1e-10, float(info.max), math.inf,
                -math.inf, math.nan]  # fmt: skip
    limits = np.iinfo(dtype)
    values = {limits.min, limits.min + 1, limits.max, limits.max - 1, limits.max // 2}
    values |= {v for v in (-65, -64, -7, -3, -2, -1, 0, 1, 2, 3, 5, 7, 10, 31, 32, 63, 64, 100)}
    return sorted(v for v in values if limits.min <= v <= limits.max)


def operands(x: str, y: str) -> tuple[np.ndarray, np.ndarray]:
    """Every edge value of one type with every one of the other."""
    pairs = list(itertools.product(edges(x), edges(y)))
    return np.array([p[0] for p in pairs], x), np.array([p[1] for p in pairs], y)


def launched(module: Any, a: np.ndarray, b: np.ndarray, count: int, dtype: str) -> np.ndarray:
    out = np.zeros((count, a.size), dtype)
    module.apply[-(-a.size // 128), 128](a, b, out)
    return out


def signed(value: int) -> int:
    """The int64 with the low 64 bits of `value`."""
    value %= WORD
    return value - WORD if value >= WORD // 2 else value


def power(x: int, y: int) -> int:
    """Exact modulo 2**64; a negative exponent gives 0 unless the base is 1 or -1."""
    if y >= 0:
        return pow(x, y, WORD)
    if x == 0:
        return -(2**63)
    return x ** (-y % 2) if abs(x) == 1 else 0


def integer_result(op: str, x: int, y: int, left: str, right: str) -> int:
    """What Numba computes, as the int64 with the same bits."""
    if op in ("<<", ">>"):
        outside = not 0 <= y < 64
        if op == "<<":
            return 0 if outside else signed(x << y)
        return (-1 if x < 0 else 0) if outside else signed(x >> y)
    if left.startswith("int") or right.startswith("int"):
        # an unsigned exponent stays what it is: powers are exact modulo 2**64
        x, y = signed(x), y if op == "**" else signed(y)
    if op in ("//", "%"):
        overflows = x == -(2**63) and y == -1
        if y == 0 or overflows:
            return 0
    functions: dict[str, Callable[[int, int], int]] = {
        "+": operator.add,
        "-": operator.sub,
        "*": operator.mul,
        "//": operator.floordiv,
        "%": operator.mod,
        "&": operator.and_,
        "|": operator.or_,
        "^": operator.xor,
        "**": power,
    }
    return signed(functions[op](x, y))


@pytest.mark.parametrize(("left", "right"), INTEGER_PAIRS)
def test_integers(k: dict[str, Any], left: str, right: str) -> None:
    a, b = operands(left, right)
    out = launched(k["integers"], a, b, len(INTEGER_OPERATORS), "int64")
    for op, row in zip(INTEGER_OPERATORS, out):
        for x, y, got in zip(a.tolist(), b.tolist(), row.tolist()):
            expected = integer_result(op, x, y, left, right)
            assert got == expected, f"{left}({x}) {op} {right}({y}) gave {got}, not {expected}"


@pytest.mark.parametrize("dtype", INTEGERS)
def test_unary(k: dict[str, Any], dtype: str) -> None:
    """A negation and an inversion stay in the operand's width, then they are extended."""
    a = np.array(edges(dtype), dtype)
    out = np.zeros((5, a.size), np.int64)
    k["integers"].unary[1, 128](a, out)
    with np.errstate(over="ignore"):
        expected = [-a, a, ~a, a == 0, np.abs(a)]
    np.testing.assert_array_equal(out, [row.astype(np.int64) for row in expected])


def float_function(op: str) -> Any:
    space: dict[str, Any] = {}
    exec(f"def f(x, y):\n    return x {op} y\n", space)  # noqa: S102
    return numba.njit(error_model="numpy")(space["f"])


FUNCTIONS = {op: float_function(op) for op in FLOAT_OPERATORS}


@pytest.mark.parametrize(("left", "right"), FLOAT_PAIRS)
def test_floats(k: dict[str, Any], left: str, right: str) -> None:
    a, b = operands(left, right)
    out = launched(k["floats"], a, b, len(FLOAT_OPERATORS), "float64")
    for op, row in zip(FLOAT_OPERATORS, out):
        if op == "**" and "int" in left + right:
            continue  # njit raises where the exponent is an int of no use; run cases have these
        expected = np.array([FUNCTIONS[op](x, y) for x, y in zip(a, b)])
        if op == "**":
            with np.errstate(over="ignore"):
                close(row.astype(expected.dtype), expected)
            continue
        wrong = ~((row == expected) | (np.isnan(row) & np.isnan(expected)))
        wrong |= ~np.isnan(expected) & (np.signbit(row) != np.signbit(expected))
        shown = [f"{x!r} {op} {y!r} gave {r}, not {e}" for x, y, r, e in
                 zip(a[wrong], b[wrong], row[wrong], expected[wrong])]  # fmt: skip
        assert not shown, "\n".join(shown[:5])


def compared(op: str, x: Any, y: Any, left: str, right: str) -> bool:
    """As int64 where that is exact; as float64 with a float or a signed integer and uint64."""
    function = {"<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne,
                ">": operator.gt, ">=": operator.ge}[op]  # fmt: skip
    floats = left in FLOATS or right in FLOATS
    if {left, right} & {"uint64"} and (left.startswith("int") or right.startswith("int")):
        floats = True
    return function(float(x), float(y)) if floats else function(int(x), int(y))


@pytest.mark.parametrize(("left", "right"), ALL_PAIRS)
def test_comparisons(k: dict[str, Any], left: str, right: str) -> None:
    a, b = operands(left, right)
    out = launched(k["comparisons"], a, b, len(COMPARISONS), "bool")
    for op, row in zip(COMPARISONS, out):
        for x, y, got in zip(a.tolist(), b.tolist(), row.tolist()):
            expected = compared(op, x, y, left, right)
            assert got == expected, f"{left}({x}) {op} {right}({y}) gave {got}"
