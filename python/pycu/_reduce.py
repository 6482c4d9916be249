"""Reductions of a loaded module: `total(array)` is one number from all elements."""

from __future__ import annotations

import ctypes
from typing import Any, Callable

import numpy as np

from pycu._errors import LaunchError, raised
from pycu._library import Library
from pycu._manifest import Loop, UfuncInfo

RAISED = 9  # PYCU_ERROR_RAISED


class NdArray(ctypes.Structure):
    """`pycu_array_*_nd`: all element types have one shape."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("rank", ctypes.c_int32),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
    ]


class _Loop:
    """The reduction for one dtype, bound to its symbol."""

    def __init__(self, library: Library, loop: Loop) -> None:
        self.dtype = np.dtype(loop.outputs[0])
        self.call: Callable[..., int] = library.function(loop.symbol)
        pointer, size = ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)
        self.call.argtypes = [  # type: ignore[attr-defined]
            pointer,
            pointer,
            size,
            NdArray,
            pointer,
            pointer,
        ]
        self.call.restype = ctypes.c_int  # type: ignore[attr-defined]


class Reduce:
    """A reduction; the arguments of a call are those of Numba's `cuda.Reduce`.

    Without `init` the elements alone make the result, as in a reduction by NumPy. An empty array
    gives `init`, or 0.
    """

    def __init__(self, library: Library, info: UfuncInfo) -> None:
        self._library = library
        self._loops = [_Loop(library, loop) for loop in info.loops]
        self._info = info
        self.__name__ = info.name
        self.__doc__ = info.doc or None

    def __repr__(self) -> str:
        return f"<pycu reduction {self.__name__}: {'; '.join(self.signatures)}>"

    @property
    def signatures(self) -> list[str]:
        """The signatures it was compiled for, in Numba's spelling."""
        return [loop.signature for loop in self._info.loops]

    def __call__(
        self, arr: Any, size: int | None = None, res: Any = None, init: Any = None, stream: Any = 0
    ) -> Any:
        array = np.asarray(arr)
        if array.ndim != 1:
            raise TypeError("only support 1D array")
        loop = next((one for one in self._loops if one.dtype == array.dtype), None)
        if loop is None:
            known = ", ".join(str(one.dtype) for one in self._loops)
            raise TypeError(f"{self.__name__}: no loop for {array.dtype}; it has {known}")
        if size is not None:
            array = array[: int(size)]
        if res is not None and (not isinstance(res, np.ndarray) or res.dtype != loop.dtype):
            raise TypeError(f"{self.__name__}: res must be an array of {loop.dtype}")
        start = None if init is None else np.array([init]).astype(loop.dtype)
        result = np.zeros(1, loop.dtype)
        self._run(loop, array, start, result)
        if res is None:
            return result[0]
        res[0] = result[0]
        return None

    def _run(
        self, loop: _Loop, array: np.ndarray, start: np.ndarray | None, result: np.ndarray
    ) -> None:
        memory = self._library.memory
        if memory is not None:
            packed = np.ascontiguousarray(array)
            with memory.copied(packed) as on_device, memory.copied(result) as address:
                self._apply(loop, packed, on_device, start, address)
                memory.read(result, address)
        else:
            self._apply(loop, array, array.ctypes.data, start, result.ctypes.data)

    def _apply(
        self, loop: _Loop, array: np.ndarray, data: int, start: np.ndarray | None, result: int
    ) -> None:
        extents = ctypes.c_int64 * 1
        view = NdArray(data, 1, extents(*array.shape), extents(*array.strides))
        init = None if start is None else start.ctypes.data
        needed = ctypes.c_size_t()
        self._check(loop.call(None, None, ctypes.byref(needed), view, init, result))
        memory = self._library.memory
        if memory is None:
            storage = ctypes.create_string_buffer(needed.value)
            self._check(loop.call(None, storage, ctypes.byref(needed), view, init, result))
            return
        buffer = memory.new(needed.value)
        try:
            self._check(loop.call(None, buffer, ctypes.byref(needed), view, init, result))
            memory.sync(None)
        finally:
            memory.free(buffer)

    def _check(self, code: int) -> None:
        if code == RAISED:
            raise raised(self._library.last_error(), code)
        if code != 0:
            raise LaunchError(self._library.last_error() or f"{self.__name__}: code {code}", code)
