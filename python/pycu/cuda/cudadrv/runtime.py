"""Numba's `numba.cuda.cudadrv.runtime`: the version of CUDA whose rules the target keeps."""

from __future__ import annotations

from pycu.cuda._devices import is_supported_version
from pycu.cuda._target import target


class Runtime:
    """What a program asks the runtime itself."""

    def get_version(self) -> tuple[int, int]:
        """The version: major, minor."""
        return target().version()

    def is_supported_version(self) -> bool:
        """Whether the version is one that is known to work."""
        return is_supported_version()


runtime = Runtime()


def get_version() -> tuple[int, int]:
    """The version: major, minor."""
    return runtime.get_version()
