"""One source of the functions that a kernel needs, and the bindings beside it.

Functions of the kernel's own file stand on the lines that they have there, so that messages, line
directives and `--debug` name the user's lines; what comes from other files stands behind them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pycu._jit.capture import Capture, Captured
from pycu._jit.links import Links
from pycu._jit.sources import renamed

HEADER = [
    "import numba",
    "import numpy as np",
    "from numba import cuda, guvectorize, vectorize",
]


@dataclass(frozen=True)
class Place:
    """Where a line of the composed source comes from; columns move by `indent`."""

    file: str
    line: int
    indent: int


@dataclass
class Program:
    """What `pycu build` gets: a source with its bindings."""

    # of the user's file, whose name the source gets
    stem: str
    # what the user calls the kernel, and its name in the source
    name: str
    # where it begins
    main: Place
    lines: list[str]
    bindings: dict[str, Any]
    modules: dict[str, Any]
    arrays: dict[str, np.ndarray]
    # arrays of the device whose addresses are in the bindings
    memory: list[Any] = field(default_factory=list)
    places: dict[int, Place] = field(default_factory=dict)
    # the code of others that is linked
    links: Links = field(default_factory=Links)
    # what `--sig` says beside the source, of reductions
    signatures: list[str] = field(default_factory=list)

    @property
    def module(self) -> str:
        """The name of the module, which is none that C or C++ has taken: `_a__b` is `a_b_jit`.

        With `m_` where CUDA or pycu has names that begin like it: `m_cudaAdd_jit`.
        """
        name = "_".join(re.findall("[A-Za-z0-9]+", self.stem))
        taken = "m_" if re.match("cuda[A-Z]|pycu_", name + "_") else ""
        return f"{taken}{name if name[:1].isalpha() else 'kernels'}_jit"

    @property
    def text(self) -> str:
        """The source."""
        return "\n".join(self.lines) + "\n"

    def bindings_text(self) -> str:
        """The JSON that `--bindings` reads."""
        content = {"schema": 1, "functions": self.bindings, "modules": self.modules}
        return json.dumps(content, sort_keys=True, indent=1)

    def write(self, folder: Path) -> Path:
        """Writes all files into a folder; the path of the source."""
        for name, array in self.arrays.items():
            (folder / name).write_bytes(np.ascontiguousarray(array).tobytes())
        for name, data in self.links.files.items():
            (folder / name).write_bytes(data)
        (folder / "bindings.json").write_text(self.bindings_text(), encoding="utf-8")
        source = folder / f"{self.stem}.py"
        source.write_text(self.text, encoding="utf-8")
        return source


class _Sheet:
    """Lines by number, most of which are empty."""

    def __init__(self) -> None:
        self.lines: dict[int, str] = {}
        self.places: dict[int, Place] = {}

    def end(self) -> int:
        return max(self.lines, default=0)

    def put(self, one: Captured, own_file: str) -> None:
        """Puts a function where its file has it, or behind everything."""
        text = renamed(one.text, one.name)
        rows = range(one.text.line, one.text.line + len(text))
        is_free = one.text.file == own_file and not any(row in self.lines for row in rows)
        first = one.text.line if is_free else self.end() + 2
        for offset, line in enumerate(text):
            self.lines[first + offset] = line.rstrip("\r\n")
            self.places[first + offset] = Place(
                one.text.file, one.text.line + offset, one.text.indent
            )

    def append(self, *lines: str) -> None:
        """Puts lines behind everything."""
        for line in lines:
            self.lines[self.end() + 1] = line


def _decorated(one: Captured) -> str:
    """`helper = cuda.jit(device=True)(helper)`"""
    words = [repr(one.signatures)] if one.signatures else []
    words.append("device=True")
    # what is not copied into its callers may return no view of an array of its own
    inline = (one.options or {}).get("inline")
    if isinstance(inline, (bool, str)):
        words.append(f"inline={inline!r}")
    return f"{one.name} = cuda.jit({', '.join(words)})({one.name})"


def _stem(file: str) -> str:
    """The name of a file without its ending; a general one for a cell or a text that has none."""
    stem = Path(file).stem
    return stem if re.fullmatch(r"\w[\w .+-]*", stem) else "kernels"


def compose(capture: Capture, name: str, decorator: str) -> Program:
    """The program of what was captured; `decorator` makes a kernel of the function `name`."""
    sheet = _Sheet()
    main = next(one for one in capture.functions if one.name == name)
    # The kernel first: its lines are the ones that must be right.
    for one in [main, *(one for one in capture.functions if one is not main)]:
        sheet.put(one, main.text.file)
    sheet.append("", *HEADER)
    for lines in capture.classes.values():
        sheet.append("", *lines)
    sheet.append("")
    sheet.append(*(_decorated(one) for one in capture.functions if one is not main))
    sheet.append(f"{name} = {decorator}({name})")
    return Program(
        stem=_stem(main.text.file),
        name=name,
        # with its decorators, whose types may be what is wrong
        main=Place(main.text.file, main.function.__code__.co_firstlineno, main.text.indent),
        lines=[sheet.lines.get(row, "") for row in range(1, sheet.end() + 1)],
        bindings={one.name: one.bindings for one in capture.functions},
        modules=capture.modules,
        arrays=capture.arrays,
        memory=capture.memory,
        places=sheet.places,
        links=capture.links,
    )
