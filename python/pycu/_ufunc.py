"""Ufuncs of a loaded module: NumPy's own ufuncs, whose loops are functions of the library.

Broadcasting, `out=`, `where=`, casting, the choice of a loop, `reduce`, `accumulate`, `outer` and
all error texts are NumPy's, since it is NumPy that calls the loops.
"""

from __future__ import annotations

import ctypes
import operator
import os
import threading
import weakref
from typing import Any, Callable

import numpy as np

from pycu import _device_ufunc, _overrides
from pycu._errors import check, exception_of
from pycu._library import Library
from pycu._manifest import UfuncInfo

# Of NumPy's table of C functions, which only grows.
FROM_FUNC_AND_DATA_AND_SIGNATURE_AND_IDENTITY = 42
IDENTITIES = {"0": 0, "1": 1, "-1": 2, "none": -1, "reorderable": -2}


def _numpy_function(index: int) -> int:
    """The address of a function of NumPy's C interface for ufuncs."""
    core = getattr(np, "_core", None) or np.core
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype = ctypes.c_void_p
    get.argtypes = [ctypes.py_object, ctypes.c_char_p]
    table = get(core._multiarray_umath._UFUNC_API, None)
    return int(ctypes.cast(table, ctypes.POINTER(ctypes.c_void_p))[index] or 0)


# What NumPy's ufuncs point to. They may outlive the objects below, and NumPy frees nothing of it.
_kept: list[Any] = []

_Make = ctypes.PYFUNCTYPE(
    ctypes.py_object,
    ctypes.POINTER(ctypes.c_void_p),  # the loops
    ctypes.POINTER(ctypes.c_void_p),  # what each of them is given
    ctypes.c_char_p,  # the numbers of the dtypes, loop by loop
    *[ctypes.c_int] * 4,  # loops, inputs, outputs, identity
    ctypes.c_char_p,  # the name
    ctypes.c_char_p,  # the docstring
    ctypes.c_int,
    ctypes.c_char_p,  # the layout
    ctypes.c_void_p,
)


# the locks of ufuncs: a child process has none of the threads that held them
_alive: weakref.WeakSet[Ufunc] = weakref.WeakSet()


def _after_fork() -> None:
    for ufunc in _alive:
        ufunc._lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class Ufunc:
    """A ufunc or a generalised ufunc of a loaded module; what it is called with is NumPy's affair.

    `stream=` is accepted as Numba accepts it: a call is done when it returns.
    """

    def __init__(self, library: Library, info: UfuncInfo) -> None:
        self._library = library
        self._info = info
        # compiled as a function of the host, which raises what its text says
        self.is_hosts = False
        # The first error of the loops of a call; one call at a time has it.
        self._status = ctypes.c_int()
        self._lock = threading.RLock()
        _alive.add(self)
        count = len(info.loops)
        loops = [library.function(f"{loop.symbol}_loop") for loop in info.loops]
        numbers = [np.dtype(one).num for loop in info.loops for one in loop.inputs + loop.outputs]
        kept = (
            (ctypes.c_void_p * count)(*(ctypes.cast(f, ctypes.c_void_p).value for f in loops)),
            (ctypes.c_void_p * count)(*[ctypes.addressof(self._status)] * count),
            bytes(numbers),
            info.name.encode(),
            info.doc.encode() or None,
            info.layout.encode() or None,
        )
        _kept.append((self._status, kept))
        pointers, data, types, name, doc, layout = kept
        first = info.loops[0]
        make = _Make(_numpy_function(FROM_FUNC_AND_DATA_AND_SIGNATURE_AND_IDENTITY))
        self._ufunc: np.ufunc = make(
            pointers,
            data,
            types,
            count,
            len(first.inputs),
            len(first.outputs),
            IDENTITIES[info.identity],
            name,
            doc,
            0,
            layout,
            None,
        )
        self._module: Any = None  # that it is a part of
        self.__name__ = info.name
        self.__doc__ = self._ufunc.__doc__  # NumPy puts a line with the operands before it

    def __reduce__(self) -> Any:
        return operator.getitem, (self._module, self.__name__)

    def __repr__(self) -> str:
        return f"<pycu ufunc {self.__name__}: {', '.join(self.types)}>"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._ufunc, name)

    @property
    def signatures(self) -> list[str]:
        """The signatures it was compiled for, in Numba's spelling."""
        return [loop.signature for loop in self._info.loops]

    def __call__(self, *values: Any, stream: Any = 0, **options: Any) -> Any:
        out = options.get("out")
        outs = out if isinstance(out, tuple) else (out,)
        if any(_device_ufunc.is_on_device(one) for one in (*values, *outs)):
            call = _device_ufunc.apply(
                self._library, self._info, self._ufunc, values, options, stream
            )
            return call()
        answer = _overrides.ask(self, values, options)
        if answer is not NotImplemented:
            return answer
        return self._checked(self._ufunc, *values, **options)

    def reduce(self, array: Any, *values: Any, stream: Any = 0, **options: Any) -> Any:
        """As `np.ufunc.reduce`; the array stays as it is."""
        return self._checked(self._ufunc.reduce, array, *values, **options)

    def accumulate(self, array: Any, *values: Any, stream: Any = 0, **options: Any) -> Any:
        """As `np.ufunc.accumulate`."""
        return self._checked(self._ufunc.accumulate, array, *values, **options)

    def outer(self, a: Any, b: Any, *, stream: Any = 0, **options: Any) -> Any:
        """As `np.ufunc.outer`."""
        return self._checked(self._ufunc.outer, a, b, **options)

    def at(self, array: Any, *values: Any) -> None:
        """As `np.ufunc.at`."""
        self._checked(self._ufunc.at, array, *values)

    def reduceat(self, array: Any, *values: Any, **options: Any) -> Any:
        """As `np.ufunc.reduceat`."""
        return self._checked(self._ufunc.reduceat, array, *values, **options)

    def _checked(self, call: Callable[..., Any], *values: Any, **options: Any) -> Any:
        """Has NumPy make the call, and raises what its loops have met."""
        with self._lock:
            try:
                result = call(*values, **options)
            finally:
                code, self._status.value = self._status.value, 0
            if self.is_hosts and code != 0:
                raise exception_of(self._library.last_error(), code)
            check(self._library, self.__name__, code)
        return result
