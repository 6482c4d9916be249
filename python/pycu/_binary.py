"""Where the executable is. Imports nothing of the package."""

from __future__ import annotations

import functools
import os
import shutil
from pathlib import Path


class CompilerError(RuntimeError):
    """The pycu binary or the compiler behind it is missing, or cannot do its work."""


def _beside() -> list[str]:
    """Where the executable is that belongs to this package, if it was installed or built there."""
    above = list(Path(__file__).resolve().parent.parents)
    folders = [
        above[1] / "build",  # the repository
        *above[3:4],  # lib/python3.X/site-packages, or share/pycu/python of an installed tree
        above[0],  # pip install --target
    ]
    return [str(folder / "bin" / "pycu") for folder in folders]


@functools.lru_cache(maxsize=1)
def binary() -> str:
    """The path of the pycu executable: PYCU_BINARY, the one beside this package, or in PATH."""
    given = os.environ.get("PYCU_BINARY")
    for path in [given] if given else [*_beside(), shutil.which("pycu") or ""]:
        if path and os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    raise CompilerError(
        f"PYCU_BINARY is {given!r}, which is no program"
        if given
        else "the program `pycu` was not found beside this package or in PATH; PYCU_BINARY names it"
    )
