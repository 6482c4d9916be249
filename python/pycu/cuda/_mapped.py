"""Host arrays whose memory the device sees: `cuda.mapped_array` and `cuda.managed_array`."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from pycu.cuda._devicearray import DeviceNDArray


class _SharedNDArray(np.ndarray):
    """A host array that kernels take as it is; its views are such arrays too."""

    __cuda_memory__ = True
    __cuda_ndarray__ = True

    gpu_data: Any = None
    stream: Any = 0

    def __array_finalize__(self, source: Any) -> None:
        self.gpu_data = getattr(source, "gpu_data", None)
        self.stream = getattr(source, "stream", 0)

    def device_setup(self, gpu_data: Any, stream: Any = 0) -> None:
        """Tells the array whose memory it is, and the stream of its copies."""
        self.gpu_data = gpu_data
        self.stream = stream

    @property
    def alloc_size(self) -> int:
        """The bytes from the first to the last that the array touches."""
        return self._device_view().alloc_size

    @property
    def device_ctypes_pointer(self) -> Any:
        """The address of the first element as ctypes passes it; host and device share it."""
        return ctypes.c_size_t(self.ctypes.data)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return self._device_view().__cuda_array_interface__

    def _host_view(self) -> np.ndarray:
        """The array as NumPy's own class."""
        return np.asarray(self)

    _as_argument = _host_view

    def _device_view(self) -> DeviceNDArray:
        """The same memory as an array of the device."""
        from pycu.cuda._devices import get_context
        from pycu.cuda._pointers import MemoryPointer

        nbytes = max(self.nbytes, self.itemsize)
        memory = MemoryPointer(get_context(), self.ctypes.data, nbytes, owner=self)
        view = DeviceNDArray(self.shape, self.strides, self.dtype, self.stream, memory)
        view._readonly = not self.flags.writeable
        return view

    def bind(self, stream: Any = 0) -> Any:
        """The same array, whose copies are in `stream` unless they name another."""
        clone = self[...]
        clone.stream = stream
        return clone

    def is_c_contiguous(self) -> bool:
        """Whether it lies without gaps in C order."""
        return self.flags.c_contiguous

    def is_f_contiguous(self) -> bool:
        """Whether it lies without gaps in Fortran order."""
        return self.flags.f_contiguous

    def copy_to_device(self, ary: Any, stream: Any = 0) -> None:
        """Copies an array, of the host or the device, into this one."""
        self._device_view().copy_to_device(ary, stream)

    def copy_to_host(self, ary: Any = None, stream: Any = 0) -> Any:
        """Copies this array into `ary` or into a new one, which it returns."""
        return self._device_view().copy_to_host(ary, stream)


class MappedNDArray(_SharedNDArray):
    """A host array in pinned memory that the device sees."""


class ManagedNDArray(_SharedNDArray):
    """An array in memory that moves between host and device."""
