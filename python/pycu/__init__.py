"""Launches kernels that pycu compiled, from Python, with NumPy alone.

    import pycu

    k = pycu.load("out/kernels.json")
    k.saxpy[blocks, threads](a, x, y)

Or compiles kernels of the running program, as Numba does:

    from pycu import cuda

    @cuda.jit
    def saxpy(a, x, y): ...

    saxpy[blocks, threads](a, x, y)

The rules of what may be passed are in `pycu._arguments`, those of `[grid, block, stream, shared]`
in `pycu._launch`.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import TYPE_CHECKING, Any

# `python -m pycu` is told in a line; a program that imports this gets Python's own error.
if sys.argv[:1] == ["-m"] and importlib.util.find_spec("numpy") is None:
    sys.exit(
        f"pycu: {sys.executable} has no NumPy, which running kernels needs: install it, "
        "or let PYCU_PYTHON name a Python that has it"
    )

from pycu._errors import (
    BarrierError,
    DeadlockError,
    DebugError,
    LaunchError,
    ManifestError,
    RaceError,
    UninitializedError,
)
from pycu._imported import load_as
from pycu._launch import Kernel
from pycu._module import Module, Modules, load
from pycu._reduce import Reduce
from pycu._ufunc import Ufunc
from pycu._version import VERSION as __version__

if TYPE_CHECKING:  # what `__getattr__` below imports when it is asked for
    from pycu import cuda, types
    from pycu._jit.record import record
    from pycu.cuda._reduce import reduce
    from pycu.cuda._ufuncs import guvectorize, vectorize

__all__ = [
    "BarrierError",
    "DeadlockError",
    "DebugError",
    "Kernel",
    "LaunchError",
    "ManifestError",
    "Module",
    "Modules",
    "RaceError",
    "Reduce",
    "Ufunc",
    "UninitializedError",
    "__version__",
    "cuda",
    "guvectorize",
    "load",
    "load_as",
    "record",
    "reduce",
    "types",
    "vectorize",
]

# Of programs that compile: `pycu.load` does without them.
_LATER = {
    "cuda": ("pycu.cuda", ""),
    "guvectorize": ("pycu.cuda._ufuncs", "guvectorize"),
    "record": ("pycu._jit.record", "record"),
    "reduce": ("pycu.cuda._reduce", "reduce"),
    "types": ("pycu.types", ""),
    "vectorize": ("pycu.cuda._ufuncs", "vectorize"),
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'pycu' has no attribute {name!r}")
    module, member = _LATER[name]
    found = importlib.import_module(module)
    return getattr(found, member) if member else found
