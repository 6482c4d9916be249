"""Builds scripts with pycu and calls their kernels in every way that must give the same results.

`build` runs one `pycu build` for many scripts. `Varied` stands between a script's `check(k)` and
the loaded module: it hands each launch other strides or another block size and copies the results
back.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pycu
import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
BINARIES = ("build/dev/bin/pycu", "build/bin/pycu")
FILLER = 0xA5
UFUNCS = (pycu.Ufunc, pycu.Reduce)


def binary() -> Path:
    """The pycu to test: PYCU_BINARY, or the newest one that was built here."""
    given = os.environ.get("PYCU_BINARY")
    found = [Path(given)] if given else [REPOSITORY / one for one in BINARIES]
    found = [one for one in found if one.exists()]
    if not found:
        pytest.fail("there is no pycu to test; `make build` makes one")
    return max(found, key=lambda one: one.stat().st_mtime)


def build_folder() -> Path:
    """The build that holds the pycu under test."""
    return Path(os.environ.get("PYCU_BUILD") or binary().parent.parent)


def need_extra(program: str) -> str:
    """The path of a program that only some tests need; skips those where it is not there."""
    path = shutil.which(program)
    if path is None:
        pytest.skip(f"{program} was not found in PATH: `scripts/setup extras` installs it")
    return path


def empty_cache(folder: Path) -> Path:
    """A folder for PYCU_CACHE_DIR without kernels; the compiled runtime is what all tests share."""
    shared = Path(os.environ["PYCU_CACHE_DIR"]) / "runtime"
    shared.mkdir(parents=True, exist_ok=True)
    folder.mkdir()
    (folder / "runtime").symlink_to(shared, target_is_directory=True)
    return folder


def on_a_terminal(*words: object, cwd: Path) -> tuple[str, subprocess.CompletedProcess[str]]:
    """What pycu writes to a terminal that is its stderr, and the process that has ended.

    One read is not all of it: a terminal hands over what has reached it so far.
    """
    ours, terminal = pty.openpty()
    done = subprocess.run(
        [str(word) for word in (binary().absolute(), *words)],
        cwd=cwd,
        env={**os.environ, "TERM": "xterm"},
        stdout=subprocess.PIPE,
        stderr=terminal,
        text=True,
        timeout=120,
    )
    os.close(terminal)
    written = b""
    with contextlib.suppress(OSError):  # what Linux says at the end
        while more := os.read(ours, 1 << 16):
            written += more
    os.close(ours)
    return written.decode(), done


def runtime() -> Path:
    """The runtime's files as pycu writes them, in the build that is tested."""
    return build_folder().resolve() / "templates" / "runtime"


def start_build(sources: Sequence[Path], out: Path, *options: str) -> subprocess.Popen[str]:
    """Starts `pycu build` for the CPU target."""
    command = [binary(), "build", *sources, "-o", out, "--target", "cpu", *options]
    return subprocess.Popen(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=REPOSITORY,
    )


def build(sources: Sequence[Path], out: Path, *options: str) -> str:
    """Builds scripts for the CPU target and returns what pycu printed."""
    process = start_build(sources, out, *options)
    output, _ = process.communicate()
    assert process.returncode == 0, f"pycu build exited with {process.returncode}:\n{output}"
    return output


def build_each(sources: Sequence[Path], out: Path, *options: str) -> dict[str, str]:
    """Builds in two processes, and what one of them refuses file by file.

    Returns what was said about each script that could not be built, by its stem.
    """
    halves = [half for half in (sources[0::2], sources[1::2]) if half]
    running = [start_build(half, out, *options) for half in halves]
    failed: dict[str, str] = {}
    for half, process in zip(halves, running):
        output, _ = process.communicate()
        if process.returncode == 0:
            continue
        if len(half) == 1:
            failed[half[0].stem] = output
            continue
        for source in half:
            alone = start_build([source], out, *options)
            output, _ = alone.communicate()
            if alone.returncode != 0:
                failed[source.stem] = output
    return failed


def cases(folder: str) -> list[Path]:
    """The scripts of testdata/run or testdata/examples."""
    return sorted((REPOSITORY / "testdata" / folder).glob("*.py"))


def build_cases(folder: str) -> tuple[Path, dict[str, str]]:
    """Builds all scripts of a folder once for all tests: where, and what was refused.

    The examples as users do, the others with less effort of the compiler. Whoever comes second
    waits, and then pycu finds its libraries as it left them.
    """
    options = [] if folder == "examples" else ["-Xcxx", "-O1"]
    out = build_folder().resolve() / "cases" / folder
    out.mkdir(parents=True, exist_ok=True)
    with (out / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return out, build_each(cases(folder), out, *options)


def c_order(a: np.ndarray) -> np.ndarray:
    return a.copy("C")


def f_order(a: np.ndarray) -> np.ndarray:
    return a.copy("F")


def strided(a: np.ndarray) -> np.ndarray:
    """Every second element of every axis, with something before and behind."""
    base = np.full([2 * extent + 3 for extent in a.shape], 0, a.dtype)
    base.view(np.uint8)[...] = FILLER
    view = base[tuple(slice(1, 2 * extent + 1, 2) for extent in a.shape)]
    view[...] = a
    return view


def reversed_axes(a: np.ndarray) -> np.ndarray:
    return a[(slice(None, None, -1),) * a.ndim].copy()[(slice(None, None, -1),) * a.ndim]


LAYOUTS = {
    "c_order": c_order,
    "f_order": f_order,
    "strided": strided,
    "reversed": reversed_axes,
}

BLOCKS = {
    1: [(1,), (1, 1), (1, 1, 1)],
    33: [(33,), (33, 1), (11, 3, 1)],
    1024: [(1024,), (32, 32), (16, 8, 8)],
}


@dataclass(frozen=True)
class Variation:
    """How the launches of a check differ from what it asks for."""

    layout: str | None = None
    block: int | None = None


def untouched(view: np.ndarray) -> bool:
    """Whether a kernel left alone what lies between the elements of a `strided` array."""
    base = view.base
    if base is None or base.shape == view.shape:
        return True
    outside = np.ones(base.shape, np.bool_)
    outside[tuple(slice(1, 2 * extent + 1, 2) for extent in view.shape)] = False
    # as bytes: NumPy copies the fields of records without what lies between them
    elements = base.view(np.uint8).reshape(*base.shape, base.itemsize)
    return bool((elements[outside] == FILLER).all())


def same_elements(a: np.ndarray, b: np.ndarray) -> bool:
    """Bit for bit, but for what lies between the fields of records, which NumPy does not copy."""
    return bool((a == b).all()) if a.dtype.names else a.tobytes() == b.tobytes()


class VariedKernel:
    """A kernel whose launches are varied."""

    def __init__(self, kernel: pycu.Kernel, variation: Variation, fixed: Iterable[str]) -> None:
        self.kernel = kernel
        self.layout = LAYOUTS.get(variation.layout or "")
        self.strided = variation.layout == "strided"
        self.block = None if kernel.name in fixed else variation.block

    def __getitem__(self, configuration: Any) -> Any:
        grid, block, *rest = configuration
        if self.block is not None:
            grid, block = self.other_block(grid, block)
        launcher = self.kernel[(grid, block, *rest)]
        if self.layout is None:
            return launcher
        return lambda *values: self.launch(launcher, values)

    def other_block(self, grid: Any, block: Any) -> tuple[Any, Any]:
        """At least as many threads on every axis, in blocks of `self.block`."""
        grid = grid if isinstance(grid, tuple) else (grid,)
        block = block if isinstance(block, tuple) else (block,)
        rank = max(len(grid), len(block))
        pad = (1,) * rank
        threads = [g * b for g, b in zip((grid + pad)[:rank], (block + pad)[:rank])]
        chosen = BLOCKS[self.block][rank - 1]
        return tuple(-(-n // b) for n, b in zip(threads, chosen)), chosen

    def launch(self, launcher: Any, values: tuple[Any, ...]) -> None:
        """Launches on copies with other strides where the signature takes them."""
        arrays = [v for v in values if isinstance(v, np.ndarray) and v.ndim > 0]
        if any(np.shares_memory(a, b) for a in arrays for b in arrays if a is not b):
            launcher(*values)
            return
        copies = {id(a): self.layout(a) for a in arrays}
        varied = [copies.get(id(v), v) for v in values]
        if not self.takes(varied):
            with pytest.raises(TypeError, match="contiguous|no signature takes"):
                launcher(*varied)
            assert all(same_elements(copies[id(a)], a) for a in arrays)
            launcher(*values)
            return
        launcher(*varied)
        for a in arrays:
            if self.strided:
                assert untouched(copies[id(a)]), "elements between those of a strided array changed"
            if a.flags.writeable:
                a[...] = copies[id(a)]

    def takes(self, values: Sequence[Any]) -> bool:
        """Whether a signature promises no layout that one of the arrays has not."""
        return any(
            all(
                not isinstance(value, np.ndarray)
                or (
                    value.dtype == arg.element
                    and (arg.layout != "C" or value.flags.c_contiguous)
                    and (arg.layout != "F" or value.flags.f_contiguous)
                )
                for arg, value in zip(one.args, values)
            )
            for one in self.kernel._info.specialisations
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self.kernel, name)


class Varied:
    """A module whose kernels are varied: what a script's `check` gets as `k`."""

    def __init__(self, module: Any, variation: Variation, fixed: Iterable[str] = ()) -> None:
        self._module = module
        self._variation = variation
        self._fixed = fixed

    def __getitem__(self, name: str) -> Any:
        one = self._module[name]
        # a ufunc has no launch to vary
        return one if isinstance(one, UFUNCS) else VariedKernel(one, self._variation, self._fixed)

    def __getattr__(self, name: str) -> Any:
        return self[name]
