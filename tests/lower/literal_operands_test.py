"""Operators with operands written as literals, against every row of the oracle's scalar table.

`3 and x` is `x`: CPython and Numba drop what a literal decides, and nothing of it is typed.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PYCU = Path(os.environ.get("PYCU_BINARY", ROOT / "build" / "bin" / "pycu"))
LITERALS = {"int literal": "3", "float literal": "1.5", "bool literal": "True"}
FIRST = 4  # the line of the first row
FUNCTIONS = {"min", "max", "pow", "divmod", "round", "complex"}


def rows() -> list[tuple[str, str, str | None]]:
    """What is written, the name of its variable, and the type that Numba gives it."""
    table: dict[str, Any] = json.loads((ROOT / "testdata/oracle/scalar_ops.json").read_text())
    found = []
    for op, left, cells in table["binary"]:
        for right, cell in zip(table["operands"], cells, strict=True):
            if left not in LITERALS and right not in LITERALS:
                continue
            a, b = (LITERALS.get(one, f"v_{one}") for one in (left, right))
            written = f"{op}({a}, {b})" if op in FUNCTIONS else f"{a} {op} {b}"
            found.append((written, f"x{len(found)}", cell))
    return found


def plain(cell: str | None) -> str | None:
    if cell is None or cell.endswith("!"):
        return None
    cell = re.sub(r"Literal\[int\]\(-?\d+\)", "int64", cell)
    return re.sub(r"Literal\[bool\]\(\w+\)", "bool", cell)


def typed(written: list[tuple[str, str]], folder: Path) -> tuple[dict[str, str], set[int]]:
    """The types of variables in one kernel, and the lines in error."""
    table = json.loads((ROOT / "testdata/oracle/scalar_ops.json").read_text())
    types = [one for one in table["operands"] if one not in LITERALS]
    head = [
        "from numba import cuda",
        f'@cuda.jit("void({", ".join(types)}, int64[:])")',
        f"def k({', '.join('v_' + one for one in types)}, out):",
    ]
    body = [f"    {name} = {text}" for text, name in written]
    path = folder / "literals.py"
    path.write_text("\n".join([*head, *body, "    out[0] = 1", ""]))
    command = [PYCU, "inspect", "--types", "--json", "--color", "never", path]
    done = subprocess.run([str(w) for w in command], capture_output=True, text=True)
    wrong = {int(m) for m in re.findall(r"^\S*literals\.py:(\d+):\d+: error", done.stderr, re.M)}
    found: dict[str, str] = {}
    data = json.loads(done.stdout) if done.stdout.strip() else {"kernels": []}
    for kernel in data["kernels"]:
        for one in kernel["specialisations"]:
            found |= {v["name"]: v["type"] for v in one["variables"]}
    return found, wrong


def test_rows_with_literals(tmp_path: Path) -> None:
    table = [(text, name, plain(cell)) for text, name, cell in rows() if plain(cell) is not None]
    assert len(table) > 2000
    types, wrong = typed([(text, name) for text, name, _ in table], tmp_path)
    assert not wrong, "\n".join(table[line - FIRST][0] for line in sorted(wrong))
    differing = [
        f"{text}: {types.get(name)}, Numba {cell}"
        for text, name, cell in table
        if types.get(name) != cell
    ]
    assert not differing, "\n".join(differing)
