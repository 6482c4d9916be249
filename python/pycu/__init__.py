"""Launches kernels that pycu compiled, from Python, with NumPy alone.

    import pycu

    k = pycu.load("out/kernels.json")
    k.saxpy[blocks, threads](a, x, y)

The rules of what may be passed are in `pycu._arguments`, those of `[grid, block, stream, shared]`
in `pycu._launch`.
"""

from pycu._errors import (
    BarrierError,
    DeadlockError,
    DebugError,
    LaunchError,
    ManifestError,
    RaceError,
    UninitializedError,
)
from pycu._launch import Kernel
from pycu._module import Module, load
from pycu._reduce import Reduce
from pycu._ufunc import Ufunc

__all__ = [
    "BarrierError",
    "DeadlockError",
    "DebugError",
    "Kernel",
    "LaunchError",
    "ManifestError",
    "Module",
    "RaceError",
    "Reduce",
    "Ufunc",
    "UninitializedError",
    "load",
]
