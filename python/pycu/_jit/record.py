"""What a run has launched, as `x.sigs.toml` beside each source, for `pycu build x.py`.

    pycu run --record script.py

    with pycu.record():
        ...

A file that was recorded before is merged with what this run met. One that a person wrote stays as
it is, and gets the kernels that it does not have.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pycu import types
from pycu.errors import UnsupportedError

HEADER = (
    "# Recorded by `pycu run --record`: what kernels were launched with. `pycu build` reads it."
)
_DECODER = json.JSONDecoder()
PACKAGE = str(Path(__file__).resolve().parents[1])

# by source, by name: signatures, and the line that first launched each
Entries = dict[str, dict[str, str]]


class Recording:
    """The signatures of a run, by source and by name."""

    def __init__(self) -> None:
        self._found: dict[Path, Entries] = {}
        self._problems: dict[Path, dict[str, str]] = {}

    def add(self, function: Any, signature: types.Signature) -> None:
        """Notes that a function was compiled for a signature."""
        source = Path(function.__code__.co_filename)
        name = function.__qualname__.replace("<locals>.", "")
        if not source.is_file():
            return  # a notebook's cell, which nothing is built from
        try:
            text = types.signature_text(signature, _names(function, signature))
        except UnsupportedError as error:
            self._problems.setdefault(source, {})[name] = str(error)
            return
        self._found.setdefault(source, {}).setdefault(name, {}).setdefault(text, _launcher())

    def write(self) -> None:
        """Writes the files and says what they hold; nothing where nothing was launched."""
        for source, entries in sorted(self._found.items()):
            path = source.with_suffix(".sigs.toml")
            count = sum(map(len, entries.values()))
            try:
                _merge(path, entries)
            except OSError as error:
                print(f"pycu: {path} cannot be written: {error.strerror}", file=sys.stderr)
                continue
            print(f"pycu: {path} has the {count} signatures of this run", file=sys.stderr)
        for source, problems in sorted(self._problems.items()):
            for name, why in sorted(problems.items()):
                print(f"pycu: {source}: {name} is not recorded: {why}", file=sys.stderr)


# What records now; nothing mostly.
active: list[Recording] = []


def note(function: Any, signature: types.Signature) -> None:
    """Tells all that record of a signature that a function was compiled for."""
    for one in active:
        one.add(function, signature)


@contextlib.contextmanager
def record() -> Iterator[Recording]:
    """Records what kernels are launched with, and writes it when the block ends."""
    recording = Recording()
    active.append(recording)
    try:
        yield recording
    finally:
        active.remove(recording)
        recording.write()


def _names(function: Any, signature: types.Signature) -> dict[Any, str]:
    """The names that the source has for the dtypes of records in a signature."""
    records = {one.dtype for one in signature.args if isinstance(one, types.Array)}
    records |= set(signature.args)
    names: dict[Any, str] = {}
    for name, value in function.__globals__.items():
        if isinstance(value, np.dtype) and value.fields is not None:
            record = types.from_dtype(value)
            if record in records:
                names.setdefault(record, name)
    return names


def _launcher() -> str:
    """Where the program launches, as file:line."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame = frame.f_back  # type: ignore[assignment]
    if frame is None:
        return ""
    return f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"


def _merge(path: Path, entries: Entries) -> None:
    """Writes a file that holds `entries` and what it held before."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    if old and not old.startswith(HEADER):
        _append(path, old, entries)
        return
    merged: Entries = {}
    for line in old.splitlines():
        if line.startswith('"'):
            name, end = _DECODER.raw_decode(line)
            texts, behind = _DECODER.raw_decode(line, end + len(" = "))
            merged[name] = dict.fromkeys(texts, line[behind:].lstrip(" #"))
    for name, texts in entries.items():
        known = merged.setdefault(name, {})
        for text, where in texts.items():
            known[text] = known.get(text) or where
    _write(path, f"{HEADER}\n[signatures]\n{_lines(merged)}")


def _lines(entries: Entries) -> str:
    lines = []
    for name, texts in sorted(entries.items()):
        where = ", ".join(dict.fromkeys(one for one in texts.values() if one))
        texts_written = json.dumps(sorted(texts), ensure_ascii=False)
        lines.append(f"{json.dumps(name)} = {texts_written}" + (f"  # {where}" if where else ""))
    return "\n".join(lines) + "\n"


def _append(path: Path, old: str, entries: Entries) -> None:
    """Adds to a file of a person's the kernels that it does not name."""
    new = {
        name: texts
        for name, texts in entries.items()
        if not re.search(rf'^\s*"?{re.escape(name)}"?\s*=', old, re.MULTILINE)
    }
    if not new:
        return
    last = re.findall(r"^\s*\[([^\]\"]+)\]\s*(?:#.*)?$", old, re.MULTILINE)
    head = "" if last and last[-1].strip() == "signatures" else "[signatures]\n"
    _write(path, f"{old.rstrip()}\n{head}{_lines(new)}")


def _write(path: Path, text: str) -> None:
    """Writes beside the file and renames, so that there is never half of one."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
