"""What does not change a program changes no type: blank lines, comments, other names of host
variables, and independent statements in another order.

Each script of testdata is edited and its signatures are inferred again.
"""

from __future__ import annotations

import ast
import builtins
import io
import json
import random
import re
import shutil
import subprocess
import tokenize
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import harness
import pytest
from harness import REPOSITORY

SCRIPTS = sorted(
    path
    for folder in ("run", "examples", "seeds")
    for path in (REPOSITORY / "testdata" / folder).glob("*.py")
)

Edit = Callable[[str, random.Random], str]


def inferred(path: Path) -> dict[str, list[str]]:
    command = [str(harness.binary()), "inspect", "--signatures", "--json", str(path)]
    text = subprocess.run(command, capture_output=True, text=True).stdout
    # The instances of a device function stand in the order of their first calls.
    return {name: sorted(each) for name, each in json.loads(text)["signatures"].items()}


as_it_is = cache(inferred)


def starts(text: str) -> list[int]:
    """The first lines of the statements of the module, from 0; decorators count."""
    nodes = ast.parse(text).body
    lines = [min([n.lineno, *(d.lineno for d in getattr(n, "decorator_list", []))]) for n in nodes]
    # Two statements on one line are one.
    return [line - 1 for i, line in enumerate(lines) if line not in lines[:i]]


def with_comments(text: str, rng: random.Random) -> str:
    """Comments of every length and blank lines between the statements of the module."""
    lines = text.splitlines()
    first = starts(text)
    # What has to come first stays first: the docstring and `from __future__`.
    for at in reversed(first[2:]):
        lines[at:at] = rng.choice([[], [""], ["#" + "x" * rng.randrange(12)], ["", "# é", ""]])
    return "\n".join(["#" + "y" * rng.randrange(12), *lines]) + "\n"


def host_variables(tree: ast.Module, text: str) -> set[str]:
    """Names that are nothing but variables, so that all of them may be renamed."""
    assigned, other = set(), set(dir(builtins))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            assigned.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            other.add(node.name)
            if isinstance(node, ast.ClassDef):
                other |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        elif isinstance(node, ast.arg):
            other.add(node.arg)
        elif isinstance(node, ast.keyword) and node.arg:
            other.add(node.arg)
        elif isinstance(node, ast.alias):
            other |= {node.name, node.asname or node.name}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            other |= set(re.findall(r"\w+", node.value))
        elif isinstance(node, ast.JoinedStr):
            other |= set(re.findall(r"\w+", ast.unparse(node)))
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            other |= {n.id for t in node.targets for n in ast.walk(t) if hasattr(n, "id")}
        # A name of what is made is the name of a kernel, of a record, of a type.
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            callee = ast.unparse(node.value.func)
            if not callee.startswith(("np.", "numpy.")) or callee.endswith("dtype"):
                other |= {n.id for t in node.targets for n in ast.walk(t) if hasattr(n, "id")}
    return assigned - other


def renamed(text: str, _: random.Random) -> str:
    return with_names(text, host_variables(ast.parse(text), text))


def with_names(text: str, names: set[str]) -> str:
    """Other names in the place of these."""
    lines = text.splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(text).readline))):
        if token.type != tokenize.NAME or token.string not in names:
            continue
        row, column = token.start
        line = lines[row - 1]
        if not line[:column].rstrip().endswith("."):
            more = f"_{len(token.string)}{'z' * (ord(token.string[0]) % 5)}"
            lines[row - 1] = line[: token.end[1]] + more + line[token.end[1] :]
    return "".join(lines)


def assigned_name(node: ast.stmt) -> str | None:
    """The name that a statement gives to what follows from other names and NumPy alone."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return None
    calls = [n for n in ast.walk(node.value) if isinstance(n, ast.Call)]
    pure = all(re.match(r"np\.(?!random|save)", ast.unparse(call.func)) for call in calls)
    target = node.targets[0]
    return target.id if pure and isinstance(target, ast.Name) else None


def reordered(text: str, rng: random.Random) -> str:
    """Neighbours that do not name each other change places."""
    lines = text.splitlines()
    taken: set[int] = set()
    bodies = [n.body for n in ast.walk(ast.parse(text)) if isinstance(getattr(n, "body", 0), list)]
    for body in bodies:
        for a, b in zip(body, body[1:]):
            first, second = assigned_name(a), assigned_name(b)
            span = set(range(a.lineno, (b.end_lineno or 0) + 1))
            names = [n.id for one in (a, b) for n in ast.walk(one) if isinstance(n, ast.Name)]
            apart = names.count(first) == 1 and names.count(second) == 1 and first != second
            alone = b.lineno == (a.end_lineno or 0) + 1 and not taken & span
            if first and second and apart and alone:
                taken |= span
                end = a.end_lineno or 0
                lines[a.lineno - 1 : b.end_lineno] = [
                    *lines[b.lineno - 1 : b.end_lineno],
                    *lines[a.lineno - 1 : end],
                ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("edit", [with_comments, renamed, reordered], ids=lambda e: e.__name__)
def test_what_is_inferred_stays(edit: Edit, tmp_path: Path) -> None:
    copies = []
    for path in SCRIPTS:
        text = path.read_text()
        changed = edit(text, random.Random(path.name))
        if changed == text:
            continue  # nothing to rename or to move
        copy = tmp_path / path.parent.name / path.name
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(changed)
        signatures = path.with_suffix(".sigs.toml")
        if signatures.exists():
            shutil.copy(signatures, copy.parent)
        copies.append((path, copy))

    def problem(pair: tuple[Path, Path]) -> str:
        before, after = as_it_is(pair[0]), inferred(pair[1])
        return "" if before == after else f"{pair[1]}: {before}, then {after}"

    with ThreadPoolExecutor(2) as pool:
        wrong = [text for text in pool.map(problem, copies) if text]
    assert not wrong, "\n".join(wrong)
    assert len(copies) > len(SCRIPTS) / 4
