"""What pycu makes of host code is what Numba sees when the code has run.

Every snippet of host_snippets.py is executed, and its value typed by numba-cuda; pycu reads the
same text in front of a launch. No GPU is needed: memory of the device is a number here.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import math
import re
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import harness
import host_snippets
import numpy as np
import pytest
from numba import cuda
from numba.cuda import types
from numba.cuda.args import ArgHint
from numba.cuda.cudadrv import devicearray, devices
from numba.cuda.typing.typeof import typeof

SNIPPETS = host_snippets.snippets()
# How many are left open, as a question: what NumPy gives them is not followed.
UNKNOWN = 12


class Memory:
    """Stands in for memory of a device."""

    __cuda_memory__ = True
    is_managed = False
    device_pointer = 4096
    device_ctypes_pointer = ctypes.c_void_p(4096)

    def __init__(self, size: int) -> None:
        self.size = max(size, 1)

    def view(self, *_: int) -> Memory:
        return self


class Context:
    """Stands in for a device."""

    def memalloc(self, size: int) -> Memory:
        return Memory(size)

    def memhostalloc(self, size: int, **_: Any) -> np.ndarray:
        return np.zeros(size, np.byte)


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(devices._runtime, "ensure_context", contextlib.nullcontext)
    monkeypatch.setattr(devices._runtime, "get_or_create_context", lambda _=None: Context())
    monkeypatch.setattr(devices, "get_context", lambda _=0: Context())
    for name in ("host_to_device", "device_to_host", "device_to_device"):
        monkeypatch.setattr(devicearray._driver, name, lambda *_, **__: None)
    yield


def split(snippet: str) -> tuple[str, str]:
    """The statements, and the expression behind the last `; `."""
    statements, _, expression = snippet.rpartition("; ")
    if statements.startswith(("def ", "for ", "while ", "if ", "try", "with ")):
        head, _, rest = statements.partition("; ")
        statements = head + ("\n" + rest if rest else "")
    return statements, expression


def spelled(numba_type: Any) -> str | None:
    """A type as pycu writes it; nothing for what is no argument."""
    if isinstance(numba_type, types.Array):
        if not isinstance(numba_type.dtype, (types.Number, types.Boolean)):
            return None
        name, rank, layout = str(numba_type.dtype), numba_type.ndim, numba_type.layout
        plain = [":"] * rank
        if layout == "C" and rank:
            plain[-1] = "::1"
        elif layout == "F":
            plain[0] = "::1"
        if numba_type.mutable and rank and not (rank == 1 and layout == "F"):
            return f"{name}[{', '.join(plain)}]"
        readonly = "" if numba_type.mutable else ", readonly=True"
        return f'Array({name}, {rank}, "{layout}"{readonly})'
    if isinstance(numba_type, types.UniTuple):
        item = spelled(numba_type.dtype)
        return item and f"UniTuple({item}, {numba_type.count})"
    if isinstance(numba_type, types.Tuple):
        items = [spelled(one) for one in numba_type.types]
        return None if None in items else f"Tuple(({', '.join(map(str, items))}))"
    is_number = isinstance(numba_type, (types.Number, types.Boolean))
    return str(numba_type) if is_number else None


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


def seen_by_pycu(tmp_path: Path) -> list[str | None]:
    """The same by pycu, for each snippet: one kernel and one launch each."""
    lines = ["import math", "import numpy as np", "from numba import cuda"]
    for i, snippet in enumerate(SNIPPETS):
        statements, expression = split(snippet)
        lines += ["@cuda.jit", f"def k{i}(x):", "    pass"]
        lines += [*statements.splitlines(), f"k{i}[1, 1]({expression})"]
    source = tmp_path / "snippets.py"
    source.write_text("\n".join(lines) + "\n")
    command = [str(harness.binary()), "inspect", "--signatures", "--json", str(source)]
    result = subprocess.run(command, capture_output=True, text=True)
    found: list[str | None] = [None] * len(SNIPPETS)
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
