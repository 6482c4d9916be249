"""Launches kernels that pycu compiled, from Python, with NumPy alone.

    import pycu

    k = pycu.load("out/kernels.json")
    k.saxpy[blocks, threads](a, x, y)

The rules of what may be passed are in `pycu._arguments`, those of `[grid, block, stream, shared]`
in `pycu._launch`.
"""

from pycu._errors import LaunchError, ManifestError
from pycu._launch import Kernel
from pycu._module import Module, load

__all__ = ["Kernel", "LaunchError", "ManifestError", "Module", "load"]
