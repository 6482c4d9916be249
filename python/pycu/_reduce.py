"""Reductions of a loaded module: `total(array)` is one number from all elements."""

from __future__ import annotations

import ctypes
import operator
from contextlib import ExitStack
from typing import Any, Callable

import numpy as np

from pycu._arguments import by_value
from pycu._device_ufunc import (
    NdArray,
    await_producer,
    device_array,
    host_view,
    is_on_device,
    nd_array,
)
from pycu._errors import check
from pycu._launch import _handle
from pycu._library import Library
from pycu._manifest import Loop, UfuncInfo


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
            by_value(NdArray),
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
        self._module: Any = None  # that it is a part of
        self.__name__ = info.name
        call = f"{info.name}(arr, size=None, res=None, init=None, stream=0)"
        self.__doc__ = f"{call}\n\n{info.doc}" if info.doc else call

    def __reduce__(self) -> Any:
        return operator.getitem, (self._module, self.__name__)

    def __repr__(self) -> str:
        return f"<pycu reduction {self.__name__}: {'; '.join(self.signatures)}>"

    @property
    def signatures(self) -> list[str]:
        """The signatures it was compiled for, in Numba's spelling."""
        return [loop.signature for loop in self._info.loops]

    def __call__(
        self, arr: Any, size: int | None = None, res: Any = None, init: Any = None, stream: Any = 0
    ) -> Any:
        array = None if is_on_device(arr) else np.asarray(arr)
        dtype, view = device_array(arr) if array is None else (array.dtype, host_view(array))
        if view.rank != 1:
            raise TypeError("only support 1D array")
        loop = next((one for one in self._loops if one.dtype == dtype), None)
        if loop is None:
            known = ", ".join(str(one.dtype) for one in self._loops)
            raise TypeError(f"{self.__name__}: no loop for {dtype}; it has {known}")
        if res is not None and (not isinstance(res, np.ndarray) or res.dtype != loop.dtype):
            raise TypeError(f"{self.__name__}: res must be an array of {loop.dtype}")
        count = view.shape[0] if size is None else range(view.shape[0])[: int(size)].stop
        start = None if init is None else np.array([init]).astype(loop.dtype)
        result = np.zeros(1, loop.dtype)
        part = nd_array(view.data, (count,), (view.strides[0],))
        handle = _handle(stream)
        if array is None and self._library.memory is not None:
            await_producer(arr, self._library.memory, handle)
        self._run(loop, array, part, start, result, handle)
        if res is None:
            return result[0]
        res[0] = result[0]
        return None

    def _run(
        self,
        loop: _Loop,
        array: np.ndarray | None,
        view: NdArray,
        start: np.ndarray | None,
        result: np.ndarray,
        stream: int | None,
    ) -> None:
        """Reduces `view`, which is an array of the device, or of the host where there is one."""
        memory = self._library.memory
        if memory is None:
            if array is None:
                raise TypeError(
                    f"{self.__name__}: an array of a device, the library is for the CPU"
                )
            self._apply(loop, view, start, result.ctypes.data, stream)
            return
        with ExitStack() as copies:
            if array is not None:
                packed = np.ascontiguousarray(array[: view.shape[0]])
                view = nd_array(
                    copies.enter_context(memory.copied(packed, stream)),
                    packed.shape,
                    packed.strides,
                )
            address = copies.enter_context(memory.copied(result, stream))
            self._apply(loop, view, start, address, stream)
            memory.read(result, address)

    def _apply(
        self,
        loop: _Loop,
        view: NdArray,
        start: np.ndarray | None,
        result: int,
        stream: int | None,
    ) -> None:
        init = None if start is None else start.ctypes.data
        needed = ctypes.c_size_t()
        self._check(loop.call(stream, None, ctypes.byref(needed), view, init, result))
        memory = self._library.memory
        if memory is None:
            storage = ctypes.create_string_buffer(needed.value)
            self._check(loop.call(stream, storage, ctypes.byref(needed), view, init, result))
            return
        buffer = memory.new(needed.value)
        try:
            self._check(loop.call(stream, buffer, ctypes.byref(needed), view, init, result))
            memory.sync(stream)
        finally:
            memory.free(buffer)

    def _check(self, code: int) -> None:
        check(self._library, self.__name__, code)
