"""What numba-cuda's tests import of Numba's insides, and pycu has not: names that fail when used.

Only where numba-cuda's tests are asked for: a test module that imports a part of Numba's compiler
is imported, and of its tests those fail that use it. While a module is being imported such a name
may be a base class, or a decorator that leaves what it decorates as it is.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from pycu.errors import UnsupportedError


class Absent:
    """A name of Numba's insides."""

    def __init__(self, name: str) -> None:
        self.__name__ = self.__qualname__ = name.rpartition(".")[2]
        self._name = name

    def __getattr__(self, name: str) -> Absent:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self._name}.{name}")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if sys._getframe(1).f_code.co_name == "<module>":
            return args[0] if len(args) == 1 and callable(args[0]) and not kwargs else _kept
        raise UnsupportedError(f"pycu has no {self._name}")

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (_Base,)

    def __bool__(self) -> bool:
        raise UnsupportedError(f"pycu has no {self._name}")

    __iter__ = __len__ = __bool__  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<no {self._name}>"


class _Base:
    """What a class is derived from whose base is not there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise UnsupportedError(f"pycu has no base of {type(self).__name__}")


def _kept(decorated: Any) -> Any:
    return decorated


class AbsentModule(ModuleType):
    """A module of Numba's insides."""

    __path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self.__name__}.{name}")


# Names that tests import from modules which pycu has, or look at while they are imported.
BESIDE: dict[str, dict[str, Any]] = {
    "pycu.cuda": {
        name: Absent(f"numba.cuda.{name}")
        for name in ("cgutils", "itanium_mangler", "nvvm", "run_frontend")
    },
    "pycu.cuda.cudadrv": {
        name: Absent(f"numba.cuda.cudadrv.{name}") for name in ("nvrtc", "nvvm", "libs", "runtime")
    },
    "pycu.cuda.cudadrv.driver": {
        "_Linker": Absent("numba.cuda.cudadrv.driver._Linker"),
        "_have_nvjitlink": lambda: False,
        "_to_core_stream": Absent("numba.cuda.cudadrv.driver._to_core_stream"),
    },
}


def complete(module: ModuleType) -> None:
    """Gives a module of pycu's the names that tests look for in it, where it has none."""
    for name, value in BESIDE.get(module.__name__, {}).items():
        if not hasattr(module, name):
            setattr(module, name, value)
