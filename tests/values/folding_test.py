"""Every operator of constants is folded to what CPython's compiler makes of it, or left as it is.

What CPython 3.11 folds stands in the constants of a code object: an expression that is one
`LOAD_CONST` has been computed. pycu is asked for the same expressions.
"""

from __future__ import annotations

import dis
import json
import random
import subprocess
import sys
import warnings
from itertools import product
from types import CodeType
from typing import Any

import pytest
from constants_test import DUMP, Encoded, encoded, same

pytestmark = pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="other versions of CPython fold differently"
)

INTS = (
    "0 1 2 3 7 10 31 32 63 64 100 127 128 129 255 2147483648 9223372036854775807"
    " 9223372036854775808 18446744073709551615 18446744073709551616"
    " 340282366920938463463374607431768211455 0x1_0000_0000_0000_0000_0000_0000_0000_0001"
)
OTHERS = "0.0 0.5 1.5 2.0 1e22 1e308 1e-320 True False 0j 2j 1.5j None 'ab' '' 'äé€' (1,2) () (3,)"
OPERANDS = [*INTS.split(), *OTHERS.split()]
NEGATIVE = ["-1", "-7", "-64", "-0.0", "-0.5", "-9223372036854775808", "-2j"]
BINARY = ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "@"]
NESTED = [
    "2 ** 100 // 2 ** 90",
    "(2 ** 127 + 2 ** 127) // 3",
    "(2 ** 128 - 1) * 1",
    "2 ** 64 - 1",
    "-2 ** 63",
    "3 * 2 ** -1",
    "10 ** -6",
    "(-8) ** (1 / 3)",
    "(-8) ** 0.5",
    "(1 + 2j) ** (0.5 - 1j)",
    "(1 + 2j) ** 101",
    "(1 + 2j) ** -2",
    "1j * 1j",
    "(3 + 4j) / (1 - 2j)",
    "1 << 127",
    "1 << 128",
    "2 ** 128",
    "(-1) ** 200",
    "1 ** 1000",
    "0 ** 1000",
    "0 ** -1",
    "1 / 0",
    "1 << -1",
    "1.0 // 0",
    "(1, 2, 3)[1]",
    "(1, 2, 3)[-1]",
    "(1, 2, 3)[True]",
    "(1, 2, 3)[3]",
    "(1, 2, 3)[0:2]",
    "((1, 2), (3, 4))[1][0]",
    "'abc'[1]",
    "'abc'[-4]",
    "(1, 2)[2 ** 70]",
    "(0,) * 256",
    "(0,) * 257",
    "((0,) * 32,) * 32",
    "((0,) * 32,) * 31",
    "'x' * 4096",
    "'x' * 4097",
    "'€' * 4096",
    "() * -3",
    "(1,) * -3",
    "'%d' % 3",
    "'%d' % (3,)",
    "not 0",
    "not 'a'",
    "not ()",
    "not not 3",
    "not 3 < 4",
    "3 < 4",
    "~True",
    "-True",
    "+True",
    "True & False",
    "True | 2",
    "~0x8000_0000_0000_0000",
    "x + 1",
    "(x, 1)[1]",
    "(1 + 2, 3 * 4)",
    "(10 ** 400) * 1.0",
    "-(1 << 126) * 2",
    "123456789012345678901234567890 / 7",
    "9007199254740993 / 3",
    "18446744073709551617 / 18446744073709551616",
    "__debug__",
    "not __debug__",
]


def compiled(expression: str) -> tuple[bool, Any]:
    """Whether an expression is a constant to CPython, and which."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code: CodeType = compile(expression, "<folded>", "eval")
    operations = [one for one in dis.get_instructions(code) if one.opname != "RESUME"]
    names = [one.opname for one in operations]
    return names == ["LOAD_CONST", "RETURN_VALUE"], operations[0].argval


def folded(expressions: list[str]) -> list[Encoded | None]:
    text = "".join(f"x = {one}\n" for one in expressions)
    done = subprocess.run(
        [DUMP, "--folded"], input=text, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def check(expressions: list[str]) -> int:
    """Compares them all; how many of them CPython folds."""
    wrong = []
    count = 0
    for expression, ours in zip(expressions, folded(expressions), strict=True):
        is_constant, value = compiled(expression)
        count += is_constant
        if is_constant != (ours is not None) or (is_constant and not same(ours, encoded(value))):
            theirs = encoded(value) if is_constant else None
            wrong.append(f"{expression}: {ours}, CPython {theirs}")
    assert not wrong, f"{len(wrong)} differ:\n" + "\n".join(wrong[:40])
    return count


def test_binary_operators() -> None:
    pairs = product([*OPERANDS, *NEGATIVE], OPERANDS)
    assert check([f"({a}) {op} ({b})" for a, b in pairs for op in BINARY]) > 8000


def test_negative_right_operands() -> None:
    assert check([f"({a}) {op} ({b})" for a in OPERANDS for b in NEGATIVE for op in BINARY]) > 1000


def test_unary_operators() -> None:
    check([f"{op} ({a})" for a in [*OPERANDS, *NEGATIVE] for op in ("-", "+", "~", "not")])


def test_subscripts() -> None:
    sequences = ["(1, 2.5, 'x')", "()", "'abc'", "5", "2.5", "None", "((1, 2), 3)"]
    check([f"{a}[{b}]" for a in sequences for b in [*OPERANDS, *NEGATIVE]])


def test_what_is_built_of_several() -> None:
    check(NESTED)


def test_random_nests() -> None:
    """What is computed of computed constants, among them ints of more than 128 bits."""
    chosen = random.Random(11)

    def make(depth: int) -> str:
        if depth == 0:
            return chosen.choice(OPERANDS)
        kind = chosen.randrange(8)
        if kind == 0:
            return f"{chosen.choice(['-', '+', '~', 'not'])} ({make(depth - 1)})"
        if kind == 1:
            return f"({make(depth - 1)}, {make(depth - 1)})[{chosen.choice('012')}]"
        return f"({make(depth - 1)}) {chosen.choice(BINARY)} ({make(chosen.randrange(depth))})"

    check([make(chosen.randint(1, 4)) for _ in range(6000)])
