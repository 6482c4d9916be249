"""What pycu makes of host code is what Numba sees when the code has run.

Every snippet of host_snippets.py is executed, and its value typed by numba-cuda; pycu reads the
same text in front of a launch. No GPU is needed: memory of the device is a number here.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
import warnings
from pathlib import Path
from typing import Any

import harness
import host_snippets
import numpy as np
from numba import cuda
from numba.cuda.args import ArgHint
from numba.cuda.typing.typeof import typeof
from numba_types import device, spelled

__all__ = ["device"]

SNIPPETS = host_snippets.snippets()
# How many are left open, as a question: what NumPy gives them is not followed.
UNKNOWN = 40


def split(snippet: str) -> tuple[str, str]:
    """The statements, and the expression behind the last `; `."""
    statements, _, expression = snippet.rpartition("; ")
    if statements.startswith(("def ", "for ", "while ", "if ", "try", "with ")):
        head, _, rest = statements.partition("; ")
        statements = head + ("\n" + rest if rest else "")
    return statements, expression


def seen_by_numba(snippet: str) -> str | None:
    """The type of a snippet's value; nothing where it fails or is no argument of a kernel."""
    statements, expression = split(snippet)
    names: dict[str, Any] = {"np": np, "math": math, "cuda": cuda}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(statements, names)
            value = eval(expression, names)
            value = value.value if isinstance(value, ArgHint) else value
            return spelled(typeof(value))
        except Exception:  # whatever the snippet does wrong, it launches nothing
            return None


def seen_by_pycu(
    tmp_path: Path, snippets: list[str] = SNIPPETS, library: str = "numpy"
) -> list[str | None]:
    """The same by pycu, for each snippet: one kernel and one launch each."""
    lines = ["import math", f"import {library} as np", "from numba import cuda"]
    for i, snippet in enumerate(snippets):
        statements, expression = split(snippet)
        lines += ["@cuda.jit", f"def k{i}(x):", "    pass"]
        lines += [*statements.splitlines(), f"k{i}[1, 1]({expression})"]
    source = tmp_path / "snippets.py"
    source.write_text("\n".join(lines) + "\n")
    command = [str(harness.binary()), "inspect", "--signatures", "--json", str(source)]
    result = subprocess.run(command, capture_output=True, text=True)
    found: list[str | None] = [None] * len(snippets)
    for name, (signature, *more) in json.loads(result.stdout)["signatures"].items():
        assert not more, f"{name} has several signatures"
        inner = re.fullmatch(r"void\((.*)\)", signature)
        assert inner, signature
        found[int(name[1:])] = inner[1]
    return found


def test_types_are_what_numba_sees(tmp_path: Path, device: None) -> None:
    wrong, unknown, right = [], [], 0
    for snippet, ours in zip(SNIPPETS, seen_by_pycu(tmp_path)):
        theirs = seen_by_numba(snippet)
        if ours is None:
            # Kernels of these types may be refused, whatever their launches say.
            if theirs is not None and not re.search("complex|float16", theirs):
                unknown.append(f"{snippet}  ({theirs})")
        elif ours == theirs:
            right += 1
        else:
            wrong.append(f"{snippet}: pycu says {ours}, Numba {theirs}")
    assert not wrong, "\n".join(wrong)
    assert right >= 500, right
    assert len(unknown) == UNKNOWN, "\n".join(unknown)


# Where CuPy is not NumPy: numbers are arrays, nothing is read-only, and an axis of one element that
# is put in front has a stride of its own.
OF_NUMPY = re.compile(r"cuda|diag|\[None\]|argwhere|sum\(\)|mean|max|shape$|size$|len|readonly")


def test_cupy_has_the_layouts_of_numpy(tmp_path: Path, device: None) -> None:
    bases = [base for base in host_snippets.BASES + host_snippets.ARRANGED_OF if base[0] != "["]
    snippets = [
        f"a = {base}; {one.format(a='a')}"
        for base in bases
        for one in host_snippets.CHANGED + host_snippets.ARRANGED
        if not OF_NUMPY.search(one)
    ]
    wrong, right = [], 0
    for snippet, ours in zip(snippets, seen_by_pycu(tmp_path, snippets, "cupy")):
        theirs = seen_by_numba(snippet)
        if ours is not None and theirs is not None and "[" in theirs:
            right += ours == theirs
            if ours != theirs:
                wrong.append(f"{snippet}: pycu says {ours}, Numba {theirs} of NumPy's")
    assert not wrong, "\n".join(wrong)
    assert right >= 400, right
