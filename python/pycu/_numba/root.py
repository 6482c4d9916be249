"""What `import numba` is under `pycu run`."""

from __future__ import annotations

# ruff: noqa: F401
from collections import namedtuple as _namedtuple
from importlib import import_module as _import_module
from typing import Any as _Any

from pycu import errors, types
from pycu import errors as _errors
from pycu import types as _types
from pycu._numba.cpu import (
    cfunc,
    gdb,
    gdb_breakpoint,
    gdb_init,
    generated_jit,
    jit,
    jit_module,
    njit,
    stencil,
)
from pycu._numba.special import (
    carray,
    farray,
    get_num_threads,
    get_parallel_chunksize,
    get_thread_id,
    literal_unroll,
    literally,
    objmode,
    parallel_chunksize,
    pndindex,
    prange,
    set_num_threads,
    set_parallel_chunksize,
    threading_layer,
)
from pycu._numba.ufuncs import guvectorize, vectorize
from pycu.types import from_dtype, typeof

globals().update({_name: getattr(_errors, _name) for _name in _errors.__all__})
globals().update({_name: getattr(_types, _name) for _name in _types.__all__})

# Scripts look at it for what Numba has: of this version are the names and the meanings.
__version__ = "0.68.1"
_Version = _namedtuple(
    "version_info", "major minor patch short full string tuple git_revision".split()
)
version_info = _Version(
    0, 68, 1, (0, 68), (0, 68, 1), __version__, tuple(__version__.split(".")), None
)
__path__: list[str] = []
__all__ = [
    *_types.__all__,
    *_errors.__all__,
    *"cfunc from_dtype guvectorize jit jit_module njit objmode prange stencil typeof".split(),
    *"vectorize literal_unroll literally get_num_threads set_num_threads".split(),
    *"gdb gdb_breakpoint gdb_init".split(),
    *"get_parallel_chunksize parallel_chunksize set_parallel_chunksize get_thread_id".split(),
]


def __getattr__(name: str) -> _Any:
    """Modules that nobody has imported yet: `numba.cuda` after `import numba` alone."""
    if name.startswith("_"):
        raise AttributeError(f"module 'numba' has no attribute {name!r}")
    try:
        return _import_module(f"numba.{name}")
    except ModuleNotFoundError as error:
        raise AttributeError(f"module 'numba' has no attribute {name!r}: {error}") from None
