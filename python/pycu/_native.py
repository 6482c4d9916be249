"""The extension module `pycu._fast` where it was built, and what stands for it where it was not.

It makes launches that were made once in Python again without Python (`python/native/`). Everything
works without it, slower; `PYCU_NATIVE=0` leaves it alone.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
import threading
from pathlib import Path
from typing import Any

PROTOCOL = 2  # what this package and the extension agree on; python/native/native.h has the same

_HERE = Path(__file__).resolve()


def _candidates() -> list[Path]:
    """Where the extension may be: in the package, or where the repository builds it."""
    binary = os.environ.get("PYCU_BINARY")
    builds = [Path(binary).resolve().parent.parent] if binary else []
    builds.append(_HERE.parents[2] / "build")
    return [_HERE.parent / "_fast.abi3.so", *(one / "python" / "_fast.abi3.so" for one in builds)]


def _loaded(path: Path) -> Any:
    """The extension in a file, None where it is another Python's, another NumPy's or outdated."""
    spec = importlib.util.spec_from_file_location("pycu._fast", path)
    if spec is None or spec.loader is None:
        return None
    try:
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except ImportError:
        return None
    return module if getattr(module, "PROTOCOL", 0) == PROTOCOL else None


def _found() -> Any:
    # PyPy does not, nor does a CPython without its lock, whose objects are others.
    takes_it = ".abi3.so" in importlib.machinery.EXTENSION_SUFFIXES and "t" not in sys.abiflags
    if os.environ.get("PYCU_NATIVE") == "0" or not takes_it:
        return None
    existing = (path for path in _candidates() if path.is_file())
    return next(filter(None, map(_loaded, existing)), None)


fast = _found()


class PlainLaunchable:
    """What is indexed with a launch configuration, without the extension."""

    extensions: Any = None
    _asks = False
    _context: Any = None
    _fast_launches = 0
    _wants_plan = False

    def _forget(self) -> None:
        """Lets go of what the extension launches with: there is none."""


class PlainLauncher:
    """A kernel with its launch configuration, without the extension.

    `griddim` and `blockdim` are tuples of x, y and z, `stream` is a handle or None, `stream_object`
    what was given for it, `sharedmem` is bytes.
    """

    def __init__(
        self,
        dispatcher: Any,
        griddim: tuple[int, int, int],
        blockdim: tuple[int, int, int],
        stream: int | None,
        stream_object: Any,
        sharedmem: int,
    ) -> None:
        self.dispatcher = dispatcher
        self.griddim = griddim
        self.blockdim = blockdim
        self.stream = stream
        self.stream_object = stream_object
        self.sharedmem = sharedmem
        # called with the kernel and this before each launch
        self.pre_launch_callbacks: list[Any] = []


class PlainViewed:
    """What kernels see of an array of the device, without the extension."""

    _seen: Any = None


Launchable: Any = PlainLaunchable if fast is None else fast.Launchable
Launcher: Any = PlainLauncher if fast is None else fast.Launcher
Viewed: Any = PlainViewed if fast is None else fast.Viewed


def new_lock() -> Any:
    """A lock that its owner may take again, for `with`; `_at_fork_reinit` makes it nobody's."""
    return threading.RLock() if fast is None else fast.Lock()


def context(
    lock: Any, busy: Any, settings: Any, on_configure: str, on_launch: str, on_import: str
) -> Any:
    """What the extension asks before a launch of a running program; None without it.

    A kernel runs while `lock` is held, and when the set `busy` is empty; both are None where
    launches are only queued. Python configures and launches where `settings`, a dict, has
    something true under the first two names; under the third is whether streams of arrays of other
    libraries are awaited.
    """
    if fast is None:
        return None
    return fast.Context(lock, busy, settings, on_configure, on_launch, on_import)
