"""Prints CPython's `ast` as tests/common/syntax_text.h prints our tree, and talks to ast_dump."""

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
SKIPPED = {"ctx", "op", "ops"}
# Kinds of `ast` that are a flag of ours.
FLAGS = {"is_async": ("AsyncFunctionDef", "AsyncFor", "AsyncWith"), "is_star": ("TryStar",)}


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


def scalars(node: ast.AST) -> list[str]:
    """What stands behind a node's place: in the order of the fields, what is no node."""
    kind = type(node).__name__
    out = []
    for name in node._fields:
        value = getattr(node, name)
        if name in ("op", "ops"):
            out += [type(op).__name__ for op in (value if isinstance(value, list) else [value])]
        elif kind in ("Constant", "MatchSingleton"):
            out += [constant(value)] if name == "value" else ["is_u"] if value else []
        elif name == "conversion":
            out += [chr(value)] if value > 0 else []
        elif name in ("is_async", "simple"):
            out += [name] if value else []
        elif name == "level" or (isinstance(value, str) and name != "type_comment"):
            out.append(str(value))
    return out + [flag for flag, kinds in FLAGS.items() if kind in kinds]


def tree_lines(tree: ast.Module, data: bytes) -> list[str]:
    """The lines that print() writes for this tree."""
    lines = Lines(data)
    out: list[str] = []

    def show(field: str, node: ast.AST, depth: int) -> None:
        kind = type(node).__name__
        shown = kind.removeprefix("Async").removesuffix("Star" if kind == "TryStar" else "")
        head = f"{' ' * depth}{field} {'ExprStmt' if kind == 'Expr' else shown}"
        if hasattr(node, "lineno"):
            begin, end = lines.span(node)
            head += f" {begin}-{end}"
        out.append(" ".join([head, *filter(None, scalars(node))]))
        for name in node._fields:
            if name in SKIPPED:
                continue
            value = getattr(node, name)
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, ast.AST):
                    show(name, item, depth + 1)
                elif isinstance(item, str) and isinstance(value, list):
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
