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
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

DEFAULT_SIZE = 512  # MiB
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
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            pass
        return wanted
    except OSError as error:
        own = Path(tempfile.mkdtemp(prefix="pycu-"))
        atexit.register(shutil.rmtree, own, ignore_errors=True)
        print(
            f"pycu: {wanted} cannot be written ({error.strerror}): nothing that is compiled now is "
            "kept; PYCU_CACHE_DIR names another folder",
            file=sys.stderr,
        )
        return own


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
    prune(keep=key)


def prune(keep: str = "") -> None:
    """Removes the entries that were used longest ago, down to the bound, and what is unfinished."""
    limit = int(os.environ.get("PYCU_CACHE_SIZE", DEFAULT_SIZE)) * 2**20
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
                    size = sum(file.stat().st_size for file in path.iterdir())
                    entries.append((path.stat().st_mtime, size, path))
    total = sum(size for _, size, _ in entries)
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


def _children(path: Path) -> list[Path]:
    with contextlib.suppress(OSError):
        return [one for one in path.iterdir() if one.is_dir()]
    return []
