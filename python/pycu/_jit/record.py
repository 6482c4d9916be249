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
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pycu import types
from pycu._binary import binary
from pycu._jit.capture import Capture
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
        # the values that free names had, as texts of Python, by what `--const` calls them
        self._values: dict[Path, dict[str, set[str]]] = {}

    def add(self, function: Any, signature: types.Signature) -> None:
        """Notes that a function was compiled for a signature."""
        source = Path(function.__code__.co_filename)
        name = function.__qualname__.replace("<locals>.", "").replace("<lambda>", "lambda")
        if not source.is_file():
            return  # a notebook's cell, which nothing is built from
        try:
            text = types.signature_text(signature, _names(function, signature))
        except UnsupportedError as error:
            self._problems.setdefault(source, {})[name] = str(error)
            return
        self._found.setdefault(source, {}).setdefault(name, {}).setdefault(text, _launcher())
        values = self._values.setdefault(source, {})
        for free, value in free_texts(function, str(source)):
            values.setdefault(free, set()).add(value)

    def write(self) -> None:
        """Writes the files and says what they hold; nothing where nothing was launched."""
        for source, entries in sorted(self._found.items()):
            path = source.with_suffix(".sigs.toml")
            count = sum(map(len, entries.values()))
            try:
                values = self._values.get(source, {})
                _merge(path, entries, _again(path, values))
                constants = _missing(source, values)
                if constants:
                    _merge(path, entries, constants)
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


def free_texts(function: Any, source: str) -> Iterator[tuple[str, str]]:
    """The free names of a function and of those of its file that it calls, with their values.

    Names are those of `--const`: `N`, and `outer.n` for a variable of the function around.
    """
    capture = Capture()
    capture.add(function, None)
    for one in capture.functions:
        if one.text.file != source:
            continue
        around = one.function.__qualname__.split(".<locals>.")[:-1]
        for free, value in one.bindings.items():
            if isinstance(value, str):
                yield free, value
                for depth in range(len(around)):
                    yield ".".join([*around[: depth + 1], free]), value


def _again(path: Path, values: dict[str, set[str]]) -> dict[str, str]:
    """The constants of a file that was recorded before, with the values of this run."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    before = _read(old)[1] if old.startswith(HEADER) else {}
    return {name: min(values[name]) for name in before if len(values.get(name, ())) == 1}


def _missing(source: Path, values: dict[str, set[str]]) -> dict[str, str]:
    """The constants that `pycu check` asks for, where the run had one value for each."""
    found: dict[str, str] = {}
    told: set[str] = set()
    while True:
        options = [word for name, text in found.items() for word in ("--const", f"{name}={text}")]
        command = [binary(), "check", str(source), "--error-limit", "0", *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        asked = set(re.findall(r"--const (\S+)=VALUE", done.stderr)) - found.keys()
        for name in sorted((asked & values.keys()) - told):
            if len(values[name]) > 1:
                told.add(name)
                some = ", ".join(sorted(values[name])[:4])
                print(f"pycu: {source}: {name} had several values: {some}", file=sys.stderr)
        known = {name: min(values[name]) for name in asked if len(values.get(name, ())) == 1}
        if not known:
            return found
        found.update(known)


def _merge(path: Path, entries: Entries, constants: dict[str, str]) -> None:
    """Writes a file that holds what is given and what it held before."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    if old and not old.startswith(HEADER):
        _append(path, old, entries, constants)
        return
    merged, before = _read(old)
    for name, texts in entries.items():
        known = merged.setdefault(name, {})
        for text, where in texts.items():
            known[text] = known.get(text) or where
    text = f"{HEADER}\n[signatures]\n{_lines(merged)}"
    _write(path, text + _constants({**before, **constants}))


def _read(old: str) -> tuple[Entries, dict[str, str]]:
    """What was recorded before."""
    entries: Entries = {}
    constants: dict[str, str] = {}
    for line in old.splitlines():
        if not line.startswith('"'):
            continue
        name, end = _DECODER.raw_decode(line)
        value, behind = _DECODER.raw_decode(line, end + len(" = "))
        if isinstance(value, str):
            constants[name] = value
        else:
            entries[name] = dict.fromkeys(value, line[behind:].lstrip(" #"))
    return entries, constants


def _lines(entries: Entries) -> str:
    lines = []
    for name, texts in sorted(entries.items()):
        where = ", ".join(dict.fromkeys(one for one in texts.values() if one))
        written = json.dumps(sorted(texts), ensure_ascii=False)
        lines.append(f"{json.dumps(name)} = {written}" + (f"  # {where}" if where else "") + "\n")
    return "".join(lines)


def _constants(constants: dict[str, str]) -> str:
    lines = [
        f"{json.dumps(name)} = {json.dumps(text, ensure_ascii=False)}\n"
        for name, text in sorted(constants.items())
    ]
    return "\n[constants]\n" + "".join(lines) if lines else ""


def _append(path: Path, old: str, entries: Entries, constants: dict[str, str]) -> None:
    """Adds to a file of a person's what it does not name."""

    def is_new(name: str) -> bool:
        return not re.search(rf'^\s*"?{re.escape(name)}"?\s*=', old, re.MULTILINE)

    signatures = _lines({name: texts for name, texts in entries.items() if is_new(name)})
    values = _constants({name: text for name, text in constants.items() if is_new(name)})
    heads = re.findall(r"^\s*\[([^\]\"]+)\]\s*(?:#.*)?$", old, re.MULTILINE)
    if signatures and heads[-1:] != ["signatures"]:
        signatures = f"[signatures]\n{signatures}"
    if signatures or values:
        _write(path, f"{old.rstrip()}\n{signatures}{values}")


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
