"""What was compiled, kept on disk by content: `~/.cache/pycu`, or the folder PYCU_CACHE_DIR.

An entry is a folder named after the hash of all that it was made of. It is made under another name
and renamed when it is whole, so that a process that is killed, or two at once, never leave half of
one. `PYCU_CACHE_SIZE` bounds all entries together, in MiB (default 512); the ones that were used
last stay.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import math
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

DEFAULT_SIZE = 512  # MiB
FILLED = 0.9  # how much of the bound is left in use by what makes room
STALE = 24 * 3600.0  # seconds after which what is unfinished belongs to nobody


def key_of(*parts: str | bytes) -> str:
    """The name of an entry: a hash of all parts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()[:40]


@functools.lru_cache(maxsize=1)
def folder() -> Path:
    """Where entries stand; a folder of this process alone where that cannot be written."""
    given = os.environ.get("PYCU_CACHE_DIR")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    wanted = Path(given) if given else Path(home) / "pycu"
    try:
        wanted = wanted.absolute()  # a program may go to another folder
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            pass
        return wanted
    except OSError as error:
        own = Path(tempfile.mkdtemp(prefix="pycu-"))
        atexit.register(_remove, own, os.getpid())
        print(
            f"pycu: {wanted} cannot be written ({error.strerror}): nothing that is compiled now is "
            "kept; PYCU_CACHE_DIR names another folder",
            file=sys.stderr,
        )
        return own


def _remove(own: Path, process: int) -> None:
    if os.getpid() == process:  # and not one that was forked from it
        shutil.rmtree(own, ignore_errors=True)


def find(key: str) -> Path | None:
    """The folder of an entry, whose use is noted; None where there is none."""
    path = folder() / key[:2] / key
    try:
        os.utime(path)
    except FileNotFoundError:
        return None
    except OSError:
        return path if path.is_dir() else None  # read-only, and somebody else's
    return path


def drop(key: str) -> None:
    """Removes an entry."""
    shutil.rmtree(folder() / key[:2] / key, ignore_errors=True)


@contextlib.contextmanager
def making(key: str) -> Iterator[Path]:
    """A folder to make an entry in, which becomes the entry where nothing is raised."""
    limit = _limit()
    unfinished = folder() / "unfinished"
    unfinished.mkdir(exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f"{key[:8]}-", dir=unfinished))
    try:
        yield work
        target = folder() / key[:2] / key
        target.parent.mkdir(exist_ok=True)
        # Another process may have made it meanwhile: that one is as good.
        with contextlib.suppress(OSError):
            work.rename(target)
        if not target.is_dir():
            raise OSError(f"{target} cannot be made")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    if _grown_to(target) > limit:
        prune(keep=key)


def _limit() -> int:
    """The bound in bytes; ValueError where PYCU_CACHE_SIZE is no number."""
    text = os.environ.get("PYCU_CACHE_SIZE") or str(DEFAULT_SIZE)
    if not text.isdecimal():
        raise ValueError(f"PYCU_CACHE_SIZE is {text!r}: it is a number of MiB")
    return int(text) * 2**20


def _size(entry: Path) -> int:
    return sum(file.stat().st_size for file in entry.iterdir())


def _note() -> Path:
    """What all entries together have, and when that was counted: looking at all of them is slow.

    Processes that write it at once lose what one of them added, so it is counted again each day.
    """
    return folder() / "size"


def _grown_to(entry: Path) -> float:
    """What all entries have with a new one; infinity where that has to be counted."""
    with contextlib.suppress(OSError, ValueError):
        size, counted = map(int, _note().read_text().split())
        size += _size(entry)
        _note().write_text(f"{size} {counted}")
        return size if time.time() - counted < STALE else math.inf
    return math.inf


def prune(keep: str = "") -> None:
    """Removes the entries that were used longest ago where all are more than the bound, and what is
    unfinished."""
    limit = _limit()
    unfinished = folder() / "unfinished"
    for path in _children(unfinished):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > STALE:
                shutil.rmtree(path, ignore_errors=True)
    entries = []
    for group in _children(folder()):
        if len(group.name) == 2:
            for path in _children(group):
                with contextlib.suppress(OSError):
                    entries.append((path.stat().st_mtime, _size(path), path))
    total = sum(size for _, size, _ in entries)
    limit = limit if total <= limit else int(limit * FILLED)
    for _, size, path in sorted(entries, key=lambda entry: entry[0]):
        if total <= limit:
            break
        if path.name != keep:
            # Renamed first: a half-removed entry must not be found.
            with contextlib.suppress(OSError):
                gone = unfinished / f"gone-{path.name}"
                path.rename(gone)
                shutil.rmtree(gone, ignore_errors=True)
            total -= size
    with contextlib.suppress(OSError):
        _note().write_text(f"{total} {int(time.time())}")


def _children(path: Path) -> list[Path]:
    with contextlib.suppress(OSError):
        return [one for one in path.iterdir() if one.is_dir()]
    return []
