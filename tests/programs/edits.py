"""Changes of a program's text that change nothing of what it does."""

from __future__ import annotations

import ast
import json
import random
import re
import sys
from collections.abc import Set
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "python"))

from metamorphic_test import host_variables, with_comments, with_names

__all__ = [
    "with_comments",
    "other_order",
    "host_code_in_main",
    "as_notebook",
    "in_modules",
    "host_code_in_method",
    "with_other_names",
]


def first_line(node: ast.stmt) -> int:
    """The line where a statement begins, decorators included, from 0."""
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)]) - 1


def read_at_once(node: ast.FunctionDef) -> set[str]:
    """Names that a definition reads when it is run."""
    parts = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
    return {n.id for part in parts for n in ast.walk(part) if isinstance(n, ast.Name)}


def other_order(text: str, _: random.Random) -> str:
    """Functions of the module that follow each other stand the other way round."""
    lines = text.splitlines()
    runs: list[list[ast.FunctionDef]] = [[]]
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            runs[-1].append(node)
        elif runs[-1]:
            runs.append([])
    for run in reversed(runs):
        names = [one.name for one in run]
        if len(set(names)) < 2 or any(read_at_once(one) & set(names) for one in run):
            continue
        texts = [lines[first_line(one) : one.end_lineno] for one in reversed(run)]
        lines[first_line(run[0]) : run[-1].end_lineno] = sum(texts, [])
    return "\n".join(lines) + "\n"


def names_of_others(path: Path, files: list[Path]) -> set[str]:
    """What the other files of a program may read of one of its modules."""
    nodes = [n for one in files if one != path for n in ast.walk(ast.parse(one.read_text()))]
    imported = {a.name for n in nodes if isinstance(n, ast.ImportFrom) for a in n.names}
    return imported | {n.attr for n in nodes if isinstance(n, ast.Attribute)}


def host_code_in_main(text: str, _: random.Random, others: Set[str] = frozenset()) -> str:
    """The statements at the module's end become a function that is called there."""
    return wrapped(text, ["def everything():"], "everything()", others)


def wrapped(text: str, above: list[str], below: str, others: Set[str] = frozenset()) -> str:
    """The statements at the module's end between a header and what runs its body.

    `others` are names that other modules import: those the module must keep.
    """
    body = ast.parse(text).body
    kept = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    start = max((i + 1 for i, node in enumerate(body) if isinstance(node, kept)), default=0)
    tail, head = body[start:], body[:start]
    if not tail:
        return text
    stored = {name for one in tail for n in ast.walk(one) for name in named_by(n)}
    used = {n.id for one in head for n in ast.walk(one) if isinstance(n, ast.Name)} | others
    # A module's constants stay its own, and kernels that it makes keep their names.
    makes = any(
        isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id.startswith("make")
        for one in tail
        for n in ast.walk(one)
    )
    launches = any(isinstance(n, ast.Subscript) for one in tail for n in ast.walk(one))
    if stored & used or makes or not launches:
        return text
    lines = text.splitlines()
    at = first_line(tail[0])
    margin = "    " * len(above)
    inside = [margin + line if line else "" for line in lines[at:]]
    return "\n".join([*lines[:at], *above, *inside, "", "", below]) + "\n"


def named_by(node: ast.AST) -> set[str]:
    """Names that one node of the tree gives a meaning."""
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Store) else set()
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(one.asname or one.name).split(".")[0] for one in node.names}
    return set()


def host_code_in_method(folder: Path) -> None:
    """What runs in the module that Python is started with becomes a method."""
    above = ["class Everything:", "    def run(self):"]
    path = folder / "main.py"
    path.write_text(wrapped(path.read_text(), above, "Everything().run()"))


def bound_by(node: ast.stmt) -> set[str]:
    """The names that a statement of the module gives something to."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {one.asname or one.name.split(".")[0] for one in node.names}
    names = {
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)
    }
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name} | {
            name for n in ast.walk(node) if isinstance(n, ast.Global) for name in n.names
        }
    return names


def may_move(node: ast.stmt) -> bool:
    """A decorated function, and what its value may be made of."""
    if isinstance(node, ast.FunctionDef):
        return True
    return isinstance(node, ast.Assign) and all(isinstance(t, ast.Name) for t in node.targets)


def device_code(body: list[ast.stmt]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """The decorated functions of a module that may stand elsewhere, with what they need; imports
    that they need, too."""
    binders: dict[str, list[ast.stmt]] = {}
    for node in body:
        for name in bound_by(node):
            binders.setdefault(name, []).append(node)
    moved: list[ast.stmt] = []
    imports: list[ast.stmt] = []
    for node in body:
        if not isinstance(node, ast.FunctionDef) or not node.decorator_list:
            continue
        needed, waiting = [], [node]
        while waiting:
            one = waiting.pop()
            needed.append(one)
            names = {n.id for n in ast.walk(one) if isinstance(n, ast.Name)}
            more = [b for name in names for b in binders.get(name, [])]
            waiting += [b for b in more if b not in needed and b not in waiting]
        own = [one for one in needed if not isinstance(one, (ast.Import, ast.ImportFrom))]
        is_known = all(len(binders[name]) == 1 for one in own for name in bound_by(one))
        if is_known and all(may_move(one) for one in own):
            moved += own
            imports += [one for one in needed if one not in own]
    return [n for n in body if n in moved], [n for n in body if n in imports]


def in_modules(folder: Path) -> None:
    """The kernels and device functions of each file stand in a module of their own."""
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text()
        moved, imports = device_code(ast.parse(text).body)
        others = [p.read_text() for p in folder.rglob("*.py") if p != path]
        names = sorted(set().union(*map(bound_by, moved)))
        # Who gives a name of the module another value would give it to the wrong module.
        is_set = any(re.search(rf"\.{name} = ", one) for name in names for one in [text, *others])
        if path.stem == "__init__" or not moved or is_set:
            continue
        lines = text.splitlines()
        parts = ["\n".join(lines[first_line(n) : n.end_lineno]) for n in [*imports, *moved]]
        path.with_stem(path.stem + "_devices").write_text("\n\n".join(parts) + "\n")
        dot = "." if (path.parent / "__init__.py").exists() else ""
        for node in reversed(moved[1:]):
            del lines[first_line(node) : node.end_lineno]
        lines[first_line(moved[0]) : moved[0].end_lineno] = [
            f"from {dot}{path.stem}_devices import {', '.join(names)}"
        ]
        path.write_text("\n".join(lines) + "\n")


def with_other_names(folder: Path) -> None:
    """Variables and functions of host code that one file alone names have other names."""
    paths = sorted(folder.rglob("*.py"))
    words = {path: set(re.findall(r"\w+", path.read_text())) for path in paths}
    for path in paths:
        text = path.read_text()
        tree = ast.parse(text)
        elsewhere = set().union(*(words[one] for one in paths if one != path))
        names = host_variables(tree, text)
        functions = {
            node.name
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and not node.decorator_list
        }
        # Names in texts, f-strings among them, and those that are no variables stay.
        said = {
            word
            for n in ast.walk(tree)
            if isinstance(
                n, (ast.Constant, ast.JoinedStr, ast.keyword, ast.arg, ast.Global, ast.ImportFrom)
            )
            for word in re.findall(r"\w+", ast.unparse(n))
        } | {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
        names = (names | functions) - said - elsewhere
        path.write_text(with_names(text, names))


def as_notebook(text: str) -> str:
    """A notebook with a cell for each statement of a module, and magics between them."""
    lines = text.splitlines(keepends=True)
    begins = [first_line(node) for node in ast.parse(text).body]
    cells = ["%load_ext autoreload\n"]
    for begin, end in zip([0, *begins[1:]], [*begins[1:], len(lines)]):
        cells.append("".join(lines[begin:end]).rstrip() + "\n")
    return json.dumps(
        {
            "cells": [
                {"cell_type": "code", "metadata": {}, "outputs": [], "source": one} for one in cells
            ],
            "metadata": {"language_info": {"name": "python"}},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )
