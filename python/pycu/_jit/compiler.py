"""`pycu build` on a composed source, once for each content."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pycu import _cudart
from pycu._binary import CompilerError, binary
from pycu._errors import ManifestError
from pycu._jit import cache, settings
from pycu._jit.compose import Place, Program
from pycu._jit.links import LinkerError
from pycu._jit.sources import lines_of
from pycu._module import load
from pycu.errors import TypingError

# messages about the code of others
LINKING = ("PYCU0221", "PYCU0704", "PYCU0705", "PYCU0706")
WAIT = 1.0  # seconds before a person at a terminal is told what is being compiled


@dataclass(frozen=True)
class Options:
    """How a program is compiled: options of `pycu build`."""

    target: str = "cpu"
    debug: bool = False
    architectures: tuple[str, ...] = ()
    # functions of the host, which return values
    host: bool = False
    # what they divide by zero is an infinity or a NaN
    numpy_errors: bool = False

    @classmethod
    def of_host(cls) -> Options:
        """Those of ufuncs for the CPU, whose numbers are those of Numba's njit.

        NumPy tells of what they divide by zero. Where everything is checked, they are device code.
        """
        checked = bool(settings.debug)
        return cls("cpu", checked, host=not checked, numpy_errors=not checked)

    @classmethod
    def of_process(cls, debug: bool = False) -> Options:
        """Those for the target of this process, and for all its devices.

        With `debug`, or where the whole process is debugged, everything is checked.
        """
        target = settings.target()
        return cls(
            target, settings.debug or debug, _cudart.architectures() if target == "cuda" else ()
        )

    def arguments(self) -> list[str]:
        """What the command line gets."""
        flags = {
            "--debug": self.debug,
            "--host": self.host,
            "--numpy-errors": self.numpy_errors,
        }
        words = ["--target", self.target, *(flag for flag, is_set in flags.items() if is_set)]
        if self.target == "cuda":
            # One runtime for all kernels of the process, and for its memory and streams; PTX as
            # text, for `inspect_asm`.
            words += ["-Xnvcc", "--cudart", "-Xnvcc", "shared", "-Xnvcc", "-no-compress"]
        return [*words, *(["--arch", ",".join(self.architectures)] if self.architectures else [])]

    def including(self, folders: Sequence[str]) -> list[str]:
        """What the command line gets where linked sources look for headers in folders."""
        option = "-Xnvcc" if self.target == "cuda" else "-Xcxx"
        return [word for one in folders for word in (option, f"-I{one}")]


def _stamp(path: str) -> str:
    """What changes when a program is replaced."""
    status = os.stat(path)
    return f"{os.path.realpath(path)} {status.st_size} {status.st_mtime_ns}"


@functools.lru_cache(maxsize=8)
def _toolchain(target: str) -> str:
    """What changes when pycu or the compiler that it would take is replaced."""
    if target == "cuda":
        flags = [os.environ.get(f"NVCC_{place}_FLAGS", "") for place in ("PREPEND", "APPEND")]
        return "\n".join([_stamp(binary()), _stamp(_cudart.nvcc() or binary()), *flags])
    names = [os.environ.get("CXX", ""), "g++", "clang++"]
    found = [shutil.which(name) for name in names if name]
    return "\n".join([_stamp(binary()), *(_stamp(path) for path in found if path)])


def loaded(program: Program, options: Options, what: str) -> tuple[Any, Path]:
    """The kernel, ufunc or reduction of a program, and the folder that it was built in.

    Raises as `build` does.
    """
    folder = build(program, options, what)
    manifest = f"{program.module}.json"
    try:
        module = load(folder / manifest)
    except ManifestError:
        # A full disk or a machine that stopped has left half of a file.
        cache.drop(folder.name)
        folder = build(program, options, what)
        module = load(folder / manifest)
    made = module[program.name]
    made.memory = program.memory  # lives as long as the code that has its addresses
    return made, folder


def build(program: Program, options: Options, what: str) -> Path:
    """The folder of the compiled program; `what` is told to a person who has to wait.

    Raises TypingError with pycu's messages for what cannot be compiled, CompilerError where the
    machine is the reason.
    """
    contents = [program.arrays[name].tobytes() for name in sorted(program.arrays)]
    contents += program.links.contents
    key = cache.key_of(
        _toolchain(options.target),
        " ".join([*options.arguments(), *program.links.includes]),
        program.stem,
        program.text,
        program.bindings_text(),
        *program.signatures,
        *contents,
    )
    found = cache.find(key)
    if found is not None:
        if (found / f"{program.module}.json").exists():
            return found
        cache.drop(key)  # somebody has removed files of it
    try:
        with cache.making(key) as folder:
            source = program.write(folder)
            with _told(what):
                _run(program, source, folder, options)
            _thin_out(folder)
    except OSError as error:
        raise CompilerError(
            f"{cache.folder()} cannot be written: {error.strerror or error}; PYCU_CACHE_DIR names "
            "another folder"
        ) from error
    return cache.find(key) or folder


def _thin_out(folder: Path) -> None:
    """Removes the runtime's headers: they are the same in every entry, and are compiled."""
    for path in folder.glob("pycu*.h"):
        path.unlink()


@contextlib.contextmanager
def _told(what: str) -> Iterator[None]:
    """Says what is waited for, on a terminal, when it takes long."""
    if not sys.stderr.isatty():
        yield
        return
    timer = threading.Timer(
        WAIT, lambda: print(f"pycu: compiling {what}", file=sys.stderr, flush=True)
    )
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _run(program: Program, source: Path, folder: Path, options: Options) -> None:
    command = [
        binary(),
        "build",
        source.name,
        "-o",
        str(folder),  # messages name it
        "--module",
        program.module,
        "--bindings",
        "bindings.json",
        "--no-config",  # of whatever lies above the cache
        "--diagnostic-format",
        "json",
        "--cache",
        str(cache.folder() / "runtime"),
        *options.arguments(),
        *options.including(program.links.includes),
        *(word for one in program.signatures for word in ("--sig", one)),
    ]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise CompilerError(f"{command[0]}: {error.strerror}") from None
    if done.returncode == 1:
        refused = any(f'"code":"{code}"' in done.stderr for code in LINKING)
        raise (LinkerError if refused else TypingError)(rendered(done.stderr, program))
    if done.returncode < 0:
        name = signal.Signals(-done.returncode).name
        raise CompilerError(f"`pycu build` was ended by the signal {name}\n{done.stderr}".rstrip())
    if done.returncode != 0:
        raise CompilerError(rendered(done.stderr, program))


def rendered(messages: str, program: Program) -> str:
    """pycu's messages, a JSON object a line, as people read them, at the user's own lines."""
    texts = []
    for line in messages.splitlines():
        try:
            one = json.loads(line)
        except ValueError:
            texts.append(line)
            continue
        if one.get("severity") == "error":
            texts.append(_message(one, program))
    return "\n".join(texts) or messages.strip()


def _message(one: dict[str, Any], program: Program) -> str:
    what = f"error[{one['code']}]: {one['message']}"
    if "line" not in one:
        return "\n".join([f"pycu: {what}", *_notes(one)])
    lines = _told_at(one, program, what)
    if not lines:  # of what was composed: of the kernel as a whole
        lines = [f"{program.main.file}:{program.main.line}: {what}"]
    for label in one.get("labels", []):
        lines += _told_at(label, program, label["message"])
    return "\n".join([*lines, *_notes(one)])


def _told_at(one: dict[str, Any], program: Program, what: str) -> list[str]:
    """A message with the line of the user's that it is about; nothing for a line of no user's."""
    place = program.places.get(int(one["line"]))
    if place is None:
        return []
    column = int(one.get("column", 1)) + place.indent
    return [f"{place.file}:{place.line}:{column}: {what}", *_quoted(one, place, column)]


def _notes(one: dict[str, Any]) -> list[str]:
    notes = [f"  = note: {note}" for note in _texts(one.get("notes", []))]
    return [*notes, *(f"  = help: {text}" for text in _texts(one.get("help", [])))]


def _texts(notes: Sequence[Any]) -> list[str]:
    return [note if isinstance(note, str) else str(note.get("message", note)) for note in notes]


def _quoted(one: dict[str, Any], place: Place, column: int) -> list[str]:
    """The source line with carets under what is meant."""
    source = lines_of(place.file)
    if not 0 < place.line <= len(source):
        return []
    text = source[place.line - 1].rstrip("\r\n")
    is_one_line = one.get("end_line", one.get("line")) == one.get("line")
    width = int(one.get("end_column", 0)) - int(one.get("column", 0)) if is_one_line else 1
    number = f"{place.line:4d} | "
    blanks = "".join("\t" if char == "\t" else " " for char in text[: column - 1])
    return [number + text, " " * (len(number) - 2) + "| " + blanks + "^" * max(width, 1)]
