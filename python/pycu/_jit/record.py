"""What a run has launched, as `x.sigs.toml` beside each source, for `pycu build x.py`.

pycu run --record script.py

with pycu.record():
    ...
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from pycu import types
from pycu._binary import binary
from pycu._jit import sigs_toml
from pycu._jit.capture import Capture
from pycu._jit.closures import (
    INNER,
    Closure,
    Closures,
    NotRecorded,
    array_text,
    is_inner,
    is_made_of,
    name_in_module,
    names_in,
)
from pycu._jit.sigs_toml import Entries, Held
from pycu.errors import UnsupportedError

PACKAGE = str(Path(__file__).resolve().parents[1])


@dataclass
class _Found:
    """What a run has met of one source."""

    # signatures by name, and of what factories made, each with the line that first launched it
    entries: Entries = field(default_factory=dict)
    closures: dict[Closure, dict[str, str]] = field(default_factory=dict)
    held: dict[Closure, Held] = field(default_factory=dict)
    # the first function that each of them was, and of device functions
    functions: dict[Closure, Any] = field(default_factory=dict)
    # why functions are left out
    problems: set[tuple[str, str]] = field(default_factory=set)
    # the values that free names had, as texts of Python, by what `--const` calls them
    values: dict[str, set[str]] = field(default_factory=dict)


class Recording:
    """The signatures of a run, by source and by name."""

    def __init__(self) -> None:
        self._found: dict[Path, _Found] = {}

    def add(
        self, function: Any, signature: types.Signature, made: Any = None, declared: bool = False
    ) -> None:
        """Notes that a function was compiled for a signature.

        `made` is the kernel that a decorator has made of it; `declared` says that its decorator has
        the signature.
        """
        source = Path(function.__code__.co_filename)
        if not source.is_file() or (declared and not is_inner(function)):
            return  # a notebook's cell, which nothing is built from; what the text says already
        found = self._found.setdefault(source, _Found())
        name = (made and name_in_module(function, made)) or _qualname(function)
        capture = Capture()
        capture.add(function, None)
        closures = Closures(capture)
        try:
            text = types.signature_text(signature, _names(function, signature))
            if made is not None and is_inner(function):
                closure = closures.of(capture.functions[-1])
                held = found.held.setdefault(closure, Held())
                held.launched_by += _variables(made, function)
                texts = found.closures.setdefault(closure, {})
            else:
                texts = found.entries.setdefault(name, {})
            texts.setdefault(text, _place(_launcher()))
        except (UnsupportedError, NotRecorded) as error:
            found.problems.add((name, str(error)))
        told = _held(closures, capture, str(source), found)
        for free, value in free_texts(capture, str(source), told):
            found.values.setdefault(free, set()).add(value)

    def write(self) -> None:
        """Writes the files and says what they hold."""
        if not self._found:
            what = "it launched no kernel whose types the text does not say"
            print(f"pycu: nothing of this run is recorded: {what}", file=sys.stderr)
        for source, found in sorted(self._found.items()):
            path = source.with_suffix(".sigs.toml")
            count = sum(map(len, [*found.entries.values(), *found.closures.values()]))
            try:
                if count:
                    _write(path, source, found)
                    print(f"pycu: {path} has the {count} signatures of this run", file=sys.stderr)
            except OSError as error:
                print(f"pycu: {path} cannot be written: {error.strerror}", file=sys.stderr)
                continue
            for name, why in sorted(found.problems):
                print(f"pycu: {source}: {name} is not recorded: {why}", file=sys.stderr)


# What records now; nothing mostly.
active: list[Recording] = []


def note(
    function: Any, signature: types.Signature, made: Any = None, declared: bool = False
) -> None:
    """Tells all that record of a signature that a function was compiled for; see `add`."""
    for one in active:
        one.add(function, signature, made, declared)


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


def _qualname(function: Any) -> str:
    return function.__qualname__.replace(INNER, "").replace("<lambda>", "lambda")


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


# ---- Where the program launches, and by which names.


def _launcher() -> FrameType | None:
    """The frame of the program that launches."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame = frame.f_back
    return frame


def _place(frame: FrameType | None) -> str:
    """`work.py:12`"""
    return f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}" if frame else ""


def _variables(made: Any, function: Any) -> list[str]:
    """The names that a kernel has where it is launched, the module's first."""
    frame = _launcher()
    spaces = [frame.f_globals, frame.f_locals] if frame else []
    found = [
        name
        for space in spaces
        for name, value in list(space.items())
        if is_made_of(value, function, made)
    ]
    return list(dict.fromkeys(found))


# ---- What functions hold.


def _held(closures: Closures, capture: Capture, source: str, found: _Found) -> set[str]:
    """Notes the functions of factories among those that were captured, which are returned by their
    names there: all but those that cannot be recorded."""
    told = set()
    for one in capture.functions:
        if one.text.file != source or not is_inner(one.function):
            continue
        try:
            closure = closures.of(one)
        except NotRecorded:
            continue
        found.functions.setdefault(closure, one.function)
        told.add(one.name)
    return told


def free_texts(capture: Capture, source: str, told: set[str]) -> Iterator[tuple[str, str]]:
    """The free names of functions of a file with their values, but for the cells of some.

    Names are those of `--const`: `N`, and `outer.n` for a variable of the function around.
    """
    for one in capture.functions:
        if one.text.file != source:
            continue
        around = one.function.__qualname__.split(f".{INNER}")[:-1]
        for free, binding in one.bindings.items():
            value = _constant(capture, free, binding)
            is_cell = free in one.function.__code__.co_freevars
            if value is None or (one.name in told and is_cell):
                continue
            yield free, value
            for depth in range(len(around) if one.name not in told else 0):
                yield ".".join([*around[: depth + 1], free]), value


def _constant(capture: Capture, free: str, binding: Any) -> str | None:
    """A value as a text of Python; None where it has none."""
    if isinstance(binding, dict) and "array" in binding:
        try:
            return array_text(capture.arrays[binding["array"]], free, binding["order"])
        except NotRecorded:
            return None
    return binding if isinstance(binding, str) else None


# ---- What is written.


def _write(path: Path, source: Path, found: _Found) -> None:
    """Writes a file with what a run found and what it held before."""
    text, content = sigs_toml.read(path)
    for closure, function in found.functions.items():
        variable = name_in_module(function)
        is_reached = any(closure in other.held for other in found.closures)
        if variable is not None or is_reached:
            found.held.setdefault(closure, Held()).variable = variable
    taken = {name for name in names_in(str(source)) if "." not in name}
    names = sigs_toml.named(content, found.held, taken)
    entries = dict(found.entries)
    for closure, texts in found.closures.items():
        entries[names[closure]] = texts
        place = next(iter(texts.values()))
        for held in closure.held:
            content.places.setdefault(names[held], place)
    content.closures.update({names[one]: one for held in found.held for one in held.held})
    for name, texts in entries.items():
        known = content.signatures.setdefault(name, {})
        for one, where in texts.items():
            known[one] = known.get(one) or where
    for name in content.constants.keys() & found.values.keys():
        if len(found.values[name]) == 1:
            content.constants[name] = min(found.values[name])
    sigs_toml.write(path, text, content)
    constants = _missing(source, found.values)
    if constants:
        text = path.read_text(encoding="utf-8")
        content.constants.update(constants)
        sigs_toml.write(path, text, content)


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
