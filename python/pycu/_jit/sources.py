"""The text of a live function: where it stands, without its decorators, at column 0."""

from __future__ import annotations

import ast
import functools
import io
import linecache
import os
import re
import sys
import time
import tokenize
import types
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Callable, Union

from pycu._jit.code import FUTURES, codes_of, holds, meaning

Definition = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda]

# Files that were written after it may not be what their functions were made of.
_STARTED = time.time() - 2.0  # some file systems count seconds in twos


class SourceError(Exception):
    """The text of a function cannot be had: it was made by `exec`, or typed into `python`."""


@dataclass(frozen=True)
class FunctionText:
    """A function's lines as its file has them, but for what capture has evaluated.

    `line` is the number of the first one, of the `def`; `indent` is how many columns were taken
    off. Annotations are gone and defaults are their values: the run knows both better.
    """

    file: str
    line: int
    indent: int
    lines: list[str]
    node: Definition

    @property
    def is_lambda(self) -> bool:
        """Whether it is an expression, which needs a name to be called by."""
        return isinstance(self.node, ast.Lambda)


def lines_of(file: str, namespace: dict[str, Any] | None = None) -> list[str]:
    """The lines of a file, of a notebook's cell, or of a module that a loader has made."""
    if file == "<string>":
        return _command_line()
    linecache.checkcache(file)
    return linecache.getlines(file, namespace)


def _command_line() -> list[str]:
    """The text of `python -c TEXT`, from Python 3.10 on."""
    words = getattr(sys, "orig_argv", [])
    if sys.argv[:1] != ["-c"]:
        return []
    options = (at for at, word in enumerate(words[:-1]) if word[:1] == "-" and word[-1:] == "c")
    at = next(options, None)
    return [] if at is None else words[at + 1].splitlines(keepends=True)


def remember(function: types.FunctionType) -> None:
    """Reads the file of a new function, which may be edited before its text is needed."""
    lines_of(function.__code__.co_filename, function.__globals__)


def lines_behind(function: types.FunctionType) -> list[str]:
    """The lines that a function was made of, with all others of its file.

    Raises SourceError where the file has others by now.
    """
    code = function.__code__
    file, namespace = code.co_filename, function.__globals__
    if not _is_new(file):
        return lines_of(file, namespace)
    for look in (linecache.getlines, lines_of):
        lines = look(file, namespace)
        if lines and holds("".join(lines), code):
            return lines
    raise _changed(function)


def _is_new(file: str) -> bool:
    try:
        return os.stat(file).st_mtime > _STARTED
    except OSError:
        return False


def _changed(function: types.FunctionType) -> SourceError:
    code = function.__code__
    return SourceError(
        f"{code.co_filename}:{code.co_firstlineno}: `{function.__qualname__}` is not there any "
        "more: the file has changed since it was imported"
    )


@functools.lru_cache(maxsize=64)
def _parsed(text: str) -> tuple[Definition, ...]:
    return _definitions(ast.parse(text))


def _definitions(tree: ast.Module) -> tuple[Definition, ...]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    return tuple(node for node in ast.walk(tree) if isinstance(node, kinds))


def _first_line(node: Definition) -> int:
    """Where Python says that the code of a definition begins."""
    decorators = getattr(node, "decorator_list", [])
    return decorators[0].lineno if decorators else node.lineno


def _names(arguments: ast.arguments) -> tuple[str, ...]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return tuple(one.arg for one in every)


def _find(code: types.CodeType, text: str) -> Definition | None:
    """The definition whose code this is; among lambdas of a line the one that computes the same."""
    count = code.co_argcount + code.co_kwonlyargcount
    found = [
        place
        for place, node in enumerate(_parsed(text))
        if _first_line(node) == code.co_firstlineno
        and getattr(node, "name", "<lambda>") == code.co_name
        and _names(node.args) == code.co_varnames[:count]
    ]
    if len(found) > 1:
        found = _that_mean(code, text, found)
    return _parsed(text)[found[0]] if found else None


def _that_mean(code: types.CodeType, text: str, places: list[int]) -> list[int]:
    """Which of some definitions, which are places in those of a text, have this code."""
    tree = ast.parse(text)
    nodes = _definitions(tree)
    behind = text.count("\n") + 2
    for place in places:
        # a line of its own tells its code from the others'
        nodes[place].lineno = nodes[place].end_lineno = behind + place
        nodes[place].col_offset = nodes[place].end_col_offset = 0
    made = codes_of(tree, code.co_flags & FUTURES)
    wanted = meaning(code)
    return [
        place for place in places if any(meaning(one) == wanted for one in made[behind + place])
    ]


def _string_rows(lines: Sequence[str]) -> set[int]:
    """The rows that begin inside of a string: their blanks are part of it."""
    inside: set[int] = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO("".join(lines)).readline):
            if token.type == tokenize.STRING:
                inside.update(range(token.start[0] + 1, token.end[0] + 1))
    except (tokenize.TokenError, IndentationError):
        pass  # the end of a function that the file goes on behind
    return inside


Place = tuple[int, int]


def _edited(lines: list[str], begin: int, edits: list[tuple[Place, Place, str]]) -> list[str]:
    """The lines, the first of which has the number `begin`, with texts in place of others.

    Columns count bytes, as those of `ast`. As many lines come out as go in.
    """
    encoded = [bytearray(line.encode()) for line in lines]
    for first, last, text in sorted(edits, reverse=True):
        for row in range(last[0], first[0] - 1, -1):
            line = encoded[row - begin]
            start = first[1] if row == first[0] else 0
            stop = last[1] if row == last[0] else len(line.rstrip(b"\r\n"))
            line[start:stop] = text.encode() if row == first[0] else b" " * (stop - start)
    return [bytes(line).decode() for line in encoded]


def _span(node: ast.expr) -> tuple[Place, Place]:
    return (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)


def _annotations(node: Definition, lines: list[str]) -> list[tuple[Place, Place, str]]:
    """Edits that make blanks of annotations: what a run has is known better."""
    args = node.args
    edits = []
    for one in [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]:
        if one is not None and one.annotation is not None:
            begin = (one.lineno, one.col_offset + len(one.arg.encode()))
            edits.append((begin, _span(one.annotation)[1], ""))
    returns = getattr(node, "returns", None)
    if returns is not None:
        (row, column), end = _span(returns)
        before = lines[row - node.lineno].encode()[:column]
        while b"->" not in before:
            row -= 1
            before = lines[row - node.lineno].encode()
        edits.append(((row, before.rindex(b"->")), end, ""))
    return edits


def _defaults(
    node: Definition, function: types.FunctionType, written: Callable[[Any], str | None]
) -> list[tuple[Place, Place, str]]:
    """Edits that write the values of defaults, where they are more than literals."""
    named = function.__kwdefaults__ or {}
    pairs = list(zip(node.args.defaults, function.__defaults__ or ()))
    for arg, default in zip(node.args.kwonlyargs, node.args.kw_defaults):
        if default is not None and arg.arg in named:
            pairs.append((default, named[arg.arg]))
    texts = [
        (default, written(value))
        for default, value in pairs
        if not isinstance(default, ast.Constant)
    ]
    return [(*_span(default), text) for default, text in texts if text is not None]


def text_of(function: types.FunctionType, written: Callable[[Any], str | None]) -> FunctionText:
    """The text of a function of Python; `written` says what the value of a default is written as.

    Raises SourceError where its file is not to be had, or is another one by now.
    """
    code = function.__code__
    lines = lines_behind(function)
    if not lines:
        raise SourceError(
            f"the source of `{function.__qualname__}` is not to be had: it stands in "
            f"{code.co_filename}. Write it to a file, or use a notebook or IPython"
        )
    try:
        node = _find(code, "".join(lines))
    except SyntaxError as error:
        raise SourceError(f"{code.co_filename}:{error.lineno}: {error.msg}") from None
    if node is None:
        raise _changed(function)
    own = lines[node.lineno - 1 : node.end_lineno]
    edits = _defaults(node, function, written)
    if isinstance(node, ast.Lambda):
        own = _edited(own, node.lineno, [*edits, *_around(own, node)])
        return FunctionText(code.co_filename, node.lineno, 0, own, node)
    own = _edited(own, node.lineno, edits + _annotations(node, own))
    indent = node.col_offset
    inside = _string_rows([" " * indent + own[0].lstrip(), *own[1:]]) if indent else set()
    own = [
        line if row in inside or not line[:indent].isspace() else line[indent:]
        for row, line in enumerate(own, 1)
    ]
    last = own[-1]
    if not last.endswith("\n"):
        own[-1] = last + "\n"
    return FunctionText(code.co_filename, node.lineno, indent, own, node)


def _around(lines: list[str], node: ast.Lambda) -> list[tuple[Place, Place, str]]:
    """Edits that leave a lambda's own text, in parentheses where it goes over several lines."""
    (row, column), (last, stop) = _span(node)
    is_long = last > row
    end = len(lines[-1].encode())
    return [
        ((row, 0), (row, column), "(" if is_long else ""),
        ((last, stop), (last, end), ")\n" if is_long else "\n"),
    ]


def renamed(text: FunctionText, name: str) -> list[str]:
    """The lines of a function under another name."""
    if text.is_lambda:
        return [f"{name} = {text.lines[0]}", *text.lines[1:]]
    first = re.sub(r"^(\s*def\s+)\w+", lambda m: m.group(1) + name, text.lines[0], count=1)
    return [first, *text.lines[1:]]
