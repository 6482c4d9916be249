"""Programs with `try`: the signatures that pycu finds for them, and those of a run in CPython."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import harness
from numba.cuda.typing.typeof import typeof
from numba_types import spelled

HEAD = """
import abc
import contextlib
import dataclasses
import math
import os
import sys
import numpy as np
from numba import cuda


@cuda.jit
def k(x):
    x[0] = 1


def fails():
    raise ValueError("no")


def half(n):
    if n % 2:
        raise ValueError(n)
    return n // 2


class Point:
    def __init__(self, x):
        self.x = x


class Keeps:
    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return True


class Bare:
    pass


class Slotted:
    __slots__ = ("x",)
    z = 3


class More(Slotted):
    __slots__ = ["w"]


class Enters:
    def __enter__(self):
        return self


class Read:
    @property
    def x(self):
        return 1


class Abstract(abc.ABC):
    @abc.abstractmethod
    def go(self):
        pass


@dataclasses.dataclass(frozen=True)
class Frozen:
    x: int
    y: int = 3


items = [1, 2, 3]
table = {"a": 1, "b": 2}
array = np.zeros((4, 5), np.float32)
text = "word"
point = Point(3)
zero = 0
bare, slotted, more, frozen, read = Bare(), Slotted(), More(), Frozen(1), Read()
"""

# What CPython refuses, with the name of the error.


class Kernel:
    """Stands for a kernel and notes what it gets."""

    def __init__(self, seen: set[str]) -> None:
        self.seen = seen

    def __getitem__(self, _: object) -> Any:
        def launch(*values: object) -> None:
            self.seen.add("void(" + ", ".join(spelled(typeof(one)) for one in values) + ")")

        return launch

    def configure(self, *brackets: object) -> Any:
        return self[brackets]


def inferred(programs: list[str], folder: Path) -> list[list[str]]:
    """The signatures that pycu finds for the launches of each program."""
    paths = []
    for number, program in enumerate(programs):
        path = folder / f"p{number}" / "program.py"
        path.parent.mkdir()
        path.write_text(program)
        paths.append(path)
    found = []
    for path in paths:
        command = [str(harness.binary()), "inspect", "--signatures", "--json", str(path)]
        result = subprocess.run(command, capture_output=True, text=True)
        assert result.stdout, result.stderr
        is_open = "PYCU0216" in result.stderr  # a launch of which nobody knows the types
        found.append(json.loads(result.stdout)["signatures"].get("k", []) + ["?"] * is_open)
    return found


def launched(program: str, seen: set[str] | None = None) -> set[str]:
    """Those of the launches in CPython, added to `seen` one by one."""
    kernel = Kernel(set() if seen is None else seen)
    program = program.replace("@cuda.jit\ndef k(x):\n    x[0] = 1\n", "")
    exec(program, {"k": kernel, "__name__": "__main__"})
    return kernel.seen
