"""Arrays as the C functions of a library take them, and arrays of the device."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np


class NdArray(ctypes.Structure):
    """`pycu_array_*_nd` of an array that somebody else keeps."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("rank", ctypes.c_int32),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
    ]

    def __init__(self, a: np.ndarray) -> None:
        extents = ctypes.c_int64 * max(a.ndim, 1)
        super().__init__(a.ctypes.data, a.ndim, extents(*a.shape), extents(*a.strides))


class DeviceArray:
    """An array of the device that says so by `__cuda_array_interface__` alone.

    With a `step` it has every second, or the like, of the elements that were copied. `stream` is
    the one on which it is being made.
    """

    def __init__(self, memory: Any, host: np.ndarray, step: int = 1) -> None:
        self.memory, self.host = memory, np.ascontiguousarray(host)
        self.view = self.host[::step] if step != 1 else self.host
        self.stream: int | None = None
        self.address = memory.new(self.host.nbytes)
        memory.copy(self.address, self.host.ctypes.data, self.host.nbytes, None)

    def __del__(self) -> None:
        self.memory.free(self.address)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        first = self.view.ctypes.data - self.host.ctypes.data
        return {
            "data": (self.address + first, False),
            "shape": self.view.shape,
            "strides": None if self.view is self.host else self.view.strides,
            "typestr": self.host.dtype.str,
            "version": 3,
            "stream": self.stream,
        }

    def to_host(self) -> np.ndarray:
        self.memory.read(self.host, self.address)
        return self.view
