"""Prints CPython's `ast` as lib/syntax/print.cpp prints our tree, and talks to ast_dump."""

from __future__ import annotations

import ast
import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

BUILD = Path(os.environ.get("PYCU_BUILD", "build"))
DUMP = BUILD / "tests" / "ast_dump"

# Fields that are printed behind the kind, or not at all.
SKIPPED = {"ctx", "type_comment", "kind", "type_ignores", "op", "ops", "simple", "level", "module"}


class Lines:
    """Byte offsets of a text's lines, cut where CPython cuts them."""

    def __init__(self, data: bytes) -> None:
        self.starts = [0] + [match.end() for match in re.finditer(rb"\r\n|\r|\n", data)]

    def span(self, node: ast.AST) -> tuple[int, int]:
        begin = self.starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = self.starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        return begin, end


NOT_PLAIN = re.compile(rb"[^ -~]|[\\']")


def quoted(data: bytes) -> str:
    return "'" + NOT_PLAIN.sub(lambda one: b"\\x%02x" % one[0][0], data).decode("ascii") + "'"


def constant(value: object) -> str:
    if value is None or value is True or value is False or value is Ellipsis:
        return str(value)
    if isinstance(value, int):
        return f"int {value}"
    if isinstance(value, float):
        return f"float {value:.17g}"
    if isinstance(value, complex):
        return f"imaginary {value.imag:.17g}"
    if isinstance(value, str):
        return f"str {quoted(value.encode('utf-8', 'surrogatepass'))}"
    assert isinstance(value, bytes)
    return f"bytes {quoted(value)}"


def scalars(node: ast.AST) -> str:
    """What stands behind a node's place."""
    kind = type(node).__name__
    if kind in ("BoolOp", "BinOp", "UnaryOp", "AugAssign"):
        return type(node.op).__name__  # type: ignore[attr-defined]
    if kind == "Compare":
        return " ".join(type(op).__name__ for op in node.ops)  # type: ignore[attr-defined]
    if kind == "Constant":
        return constant(node.value) + (" u" if node.kind else "")  # type: ignore[attr-defined]
    if kind == "MatchSingleton":
        return constant(node.value)  # type: ignore[attr-defined]
    if kind == "FormattedValue":
        return "" if node.conversion < 0 else chr(node.conversion)  # type: ignore[attr-defined]
    if kind == "AnnAssign":
        return str(node.simple)  # type: ignore[attr-defined]
    if kind == "ImportFrom":
        return f"{node.level} {node.module or ''}"  # type: ignore[attr-defined]
    if kind == "alias":
        return node.name + (f" as {node.asname}" if node.asname else "")  # type: ignore[attr-defined]
    if kind == "keyword":
        return str(node.arg)  # type: ignore[attr-defined]
    for field in ("name", "id", "attr", "arg"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            return value
    return ""


def tree_lines(tree: ast.Module, data: bytes) -> list[str]:
    """The lines that print() writes for this tree."""
    lines = Lines(data)
    out: list[str] = []

    def show(field: str, node: ast.AST, depth: int) -> None:
        kind = type(node).__name__
        head = f"{' ' * depth}{field} {kind}"
        if hasattr(node, "lineno"):
            begin, end = lines.span(node)
            head += f" {begin}-{end}"
        if kind == "comprehension" and node.is_async:  # type: ignore[attr-defined]
            head += " async"
        behind = scalars(node)
        out.append(f"{head} {behind}" if behind else head)
        for name in node._fields:
            if name in SKIPPED:
                continue
            value = getattr(node, name)
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, ast.AST):
                    show(name, item, depth + 1)
                elif isinstance(item, str) and name in ("names", "kwd_attrs", "rest"):
                    out.append(f"{' ' * (depth + 1)}{name} {item}")
                elif item is None and name in ("keys", "kw_defaults"):
                    out.append(f"{' ' * (depth + 1)}{name} None")

    for statement in tree.body:
        show("body", statement, 0)
    return out


def ask(texts: Iterable[tuple[str, bytes]], *options: str) -> Iterator[tuple[str, list[str], str]]:
    """Runs ast_dump over texts: name, problems as `CODE BEGIN-END MESSAGE`, printed tree."""
    requests = [(name, data) for name, data in texts]
    blob = b"".join(b"%s %d\n%s" % (name.encode(), len(data), data) for name, data in requests)
    result = subprocess.run([DUMP, *options], input=blob, capture_output=True, check=False)
    assert result.returncode == 0, result.stderr[-2000:].decode(errors="replace")
    out = result.stdout
    at = 0

    def line() -> str:
        nonlocal at
        end = out.index(b"\n", at)
        text = out[at:end].decode("utf-8", "replace")
        at = end + 1
        return text

    for name, _ in requests:
        answered, count = line().split(" ")
        assert answered == name
        problems = [line() for _ in range(int(count))]
        printed = ""
        if "--problems" not in options:
            length = int(line())
            printed = out[at : at + length].decode("utf-8", "replace")
            at += length
        yield name, problems, printed
