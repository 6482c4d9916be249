"""The real Numba beside pycu: `pycu run --keep-numba-cpu`.

There Numba is imported as it is, and what is pycu's is `numba.cuda` alone. Where Numba looks for
its CUDA target it finds pycu's (`vectorizers`); types that cross are `pycu.types.own`'s affair.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from pycu import errors
from pycu.cuda import _config


def bring_in() -> None:
    """Imports Numba, whose `cuda` the finder in `sys.meta_path` makes pycu's.

    Raises ModuleNotFoundError where Numba is not installed, ImportError where it does not go with
    this Python or NumPy.
    """
    numba = importlib.import_module("numba")
    numba.cuda = importlib.import_module("numba.cuda")  # type: ignore[attr-defined]
    _derive_errors(importlib.import_module("numba.core.errors"))
    _share_settings(importlib.import_module("numba.core.config"))


def _derive_errors(theirs: ModuleType) -> None:
    """Makes pycu's exceptions Numba's, too: programs catch and filter those of `numba.core`."""
    for name in errors.__all__:
        mine, other = getattr(errors, name), getattr(theirs, name, None)
        if other is None or issubclass(mine, other):
            continue
        own = [base for base in mine.__bases__ if not issubclass(other, base)]
        mine.__bases__ = (*(base for base in own if base.__name__[0] != "_"), other)


class _Settings(ModuleType):
    """Numba's settings, those of CUDA among which are pycu's."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name.isupper() and hasattr(_config, name):
            setattr(_config, name, value)


def _share_settings(theirs: ModuleType) -> None:
    theirs.__class__ = _Settings
