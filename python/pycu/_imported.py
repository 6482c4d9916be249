"""`pycu.load_as`: a module of a package that is what `pycu.load` gives."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from pycu._module import Module, load_module


class Imported(ModuleType):
    """A module of Python with the names of a loaded one, and all else that this can do."""

    _pycu_loaded: Module

    # Any: as those of `Module`.
    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_pycu_loaded"], name)

    def __getitem__(self, name: str) -> Any:
        return self._pycu_loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._pycu_loaded

    def __iter__(self) -> Iterator[str]:
        return iter(self._pycu_loaded)

    def __len__(self) -> int:
        return len(self._pycu_loaded)

    def __dir__(self) -> list[str]:
        of_python = [name for name in self.__dict__ if name.startswith("__")]
        return sorted({*of_python, *dir(self._pycu_loaded)})

    def __reduce__(self) -> Any:
        return importlib.import_module, (self.__name__,)


def load_as(name: str, manifest: str | os.PathLike[str]) -> None:
    """Makes the module that calls it, by its `__name__`, what `load(manifest)` gives.

    A relative path begins at the folder of the module. Two lines make a module of a package, with
    what `pycu build` has written beside it:

        import pycu
        pycu.load_as(__name__, "kernels.json")

    Then `from mypkg import kernels` has kernels, constants and dtypes, `from mypkg.kernels import
    scale` works as well, and `list(kernels)` are the kernels.
    """
    module = sys.modules[name]
    loaded = load_module(Path(module.__file__ or "").parent / manifest)
    names = [one for one in dir(loaded) if not one.startswith("__")]
    module.__dict__.update({one: getattr(loaded, one) for one in names}, _pycu_loaded=loaded)
    module.__dict__["__all__"] = [one for one in names if not one.startswith("_")]
    module.__class__ = Imported
