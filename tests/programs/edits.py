"""Changes of a program's text that change nothing of what it does."""

from __future__ import annotations

import ast
import json
import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "python"))

from metamorphic_test import with_comments

__all__ = ["with_comments", "other_order", "host_code_in_main", "as_notebook"]


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


def host_code_in_main(text: str, _: random.Random) -> str:
    """The statements at the module's end become a function that is called there."""
    body = ast.parse(text).body
    kept = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    start = max((i + 1 for i, node in enumerate(body) if isinstance(node, kept)), default=0)
    tail, head = body[start:], body[:start]
    if not tail:
        return text
    stored = {
        n.id
        for one in tail
        for n in ast.walk(one)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    used = {n.id for one in head for n in ast.walk(one) if isinstance(n, ast.Name)}
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
    inside = ["    " + line if line else "" for line in lines[at:]]
    return "\n".join([*lines[:at], "def everything():", *inside, "", "", "everything()"]) + "\n"


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
