"""Imports a script whose kernels pycu compiles, without Numba: only its host code can run.

`load(path)` gives the script's module. Everything named `numba` is a stand-in in it: decorators
leave functions as they are, types can be indexed and called, and nothing needs a GPU.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

MODULES = (
    "numba",
    "numba.cuda",
    "numba.types",
    "numba.cuda.types",
    "numba.cuda.libdevice",
    "numba.cuda.random",
)


class Inert:
    """Stands for any name of Numba's: a type, a decorator, a function of the device."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Inert(name)

    def __getitem__(self, key: Any) -> Inert:
        return self

    def __call__(self, *values: Any, **options: Any) -> Any:
        if len(values) == 1 and isinstance(values[0], FunctionType):
            return values[0]
        scalar = getattr(np, self._name, None)
        if isinstance(scalar, type) and issubclass(scalar, (np.bool_, np.number)):
            return scalar(*values)
        return Inert("call")


class InertModule(ModuleType):
    """Stands for `numba` and what is below it."""

    __path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return sys.modules.get(f"{self.__name__}.{name}") or Inert(name)


def load(path: Path) -> ModuleType:
    """The module of the script at `path`, imported with stand-ins for Numba."""
    hidden = {
        name: sys.modules.pop(name)
        for name in list(sys.modules)
        if name.split(".")[0] in ("numba", "numba_cuda")
    }
    for name in MODULES:
        sys.modules[name] = InertModule(name)
    try:
        spec = importlib.util.spec_from_file_location(f"pycu_script_{path.stem}", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    finally:
        for name in MODULES:
            del sys.modules[name]
        sys.modules.update(hidden)
