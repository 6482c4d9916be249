"""Numba's modules as pycu's, for scripts that import Numba: `pycu run` installs them.

from pycu import _numba

_numba.install()
from numba import cuda  # pycu.cuda
"""

from __future__ import annotations

import os
import sys
from types import ModuleType

from pycu._numba import _finder, texts
from pycu._numba._finder import submodule

__all__ = ["install", "share", "submodule", "uninstall"]

_installed: _finder.Finder | None = None
_hidden: dict[str, ModuleType] = {}

TESTS = "PYCU_NUMBA_TESTS"
KEEP_CPU = "PYCU_KEEP_NUMBA_CPU"


def install(tests: bool = False, keep_cpu: bool = False) -> None:
    """Makes `import numba` find pycu, in front of an installed Numba, until `uninstall`.

    Modules of Numba's that were imported before are put aside; who holds them keeps them. With
    `tests`, `numba.cuda.tests` is the folder of an installed numba-cuda (ModuleNotFoundError where
    there is none). With `keep_cpu`, `numba` is the installed one, which is imported, and only
    `numba.cuda` is pycu's; ImportError where that cannot be.
    """
    global _installed
    uninstall()
    finder = _finder.Finder(tests, "numba.cuda" if keep_cpu else "numba")
    for name in _finder.loaded(finder.root):
        _hidden[name] = sys.modules.pop(name)
    sys.meta_path.insert(0, finder)
    texts.keep()
    _installed = finder
    if keep_cpu:
        from pycu._numba import kept

        kept.bring_in()


def share() -> None:
    """Makes Python programs that this process starts find pycu as `numba`.

    PYTHONPATH tells `python -c`, and `sys.path` the workers of multiprocessing. Where the tests of
    numba-cuda are installed, they are in those programs, too.
    """
    folder = str(_finder.SHARED)
    before = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    if folder not in before:
        os.environ["PYTHONPATH"] = os.pathsep.join([folder, *filter(None, before)])
    if _installed is not None and _installed.tests:
        os.environ[TESTS] = "1"
    if _installed is not None and _installed.root != "numba":
        os.environ[KEEP_CPU] = "1"


def uninstall() -> None:
    """Makes `import numba` find what it found before."""
    global _installed
    if _installed is None:
        return
    sys.meta_path.remove(_installed)
    texts.forget()
    for name in _finder.loaded(_installed.root):
        del sys.modules[name]
    _installed = None
    sys.modules.update(_hidden)
    _hidden.clear()
