"""What Python makes of a text, to tell whether it is that of a function."""

from __future__ import annotations
import __future__

import ast
import collections
import functools
import types
from collections.abc import Iterator
from typing import Any

FUTURES = 0  # the bits of co_flags that `from __future__ import ...` sets
for _name in __future__.all_feature_names:
    FUTURES |= getattr(__future__, _name).compiler_flag

Codes = collections.defaultdict[int, list[types.CodeType]]


def holds(text: str, code: types.CodeType) -> bool:
    """Whether the text of a file has a function of that code on its line.

    A function whose assertions pytest has rewritten cannot be compared, and counts as there.
    """
    if any(name.startswith("@") for name in (*code.co_names, *code.co_varnames)):
        return True
    made = _codes_of_text(text, code.co_flags & FUTURES)
    return any(meaning(one) == meaning(code) for one in made[code.co_firstlineno])


@functools.lru_cache(maxsize=16)
def _codes_of_text(text: str, flags: int) -> Codes:
    try:
        return codes_of(text, flags)
    except (SyntaxError, ValueError):
        return collections.defaultdict(list)


def codes_of(source: str | ast.Module, flags: int) -> Codes:
    """The functions of a program by their first lines; `flags` are bits of FUTURES."""
    found: Codes = collections.defaultdict(list)
    for one in _inside(compile(source, "", "exec", flags, True)):
        found[one.co_firstlineno].append(one)
    return found


def _inside(code: types.CodeType) -> Iterator[types.CodeType]:
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            yield one
            yield from _inside(one)


def meaning(code: types.CodeType) -> Any:
    """What a function computes and what its names are, wherever it stands."""
    names = (code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return names, code.co_argcount, code.co_kwonlyargcount, code.co_code, _key(code.co_consts)


def _key(constant: Any) -> Any:
    """A constant with its type: 1, 1.0 and True are equal, as 0.0 and -0.0 are."""
    if isinstance(constant, types.CodeType):
        return meaning(constant)
    if isinstance(constant, (tuple, frozenset)):
        return type(constant), type(constant)(map(_key, constant))
    return type(constant), repr(constant)
