"""What arrays and records in device memory have in common: their memory, copies and views."""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterator
from math import ceil, prod
from typing import Any

import numpy as np

from pycu import _native
from pycu.cuda import _devices, _shapes
from pycu.cuda._checks import array_core, check_array_compatibility, sentry_contiguous
from pycu.cuda._memory import host_array
from pycu.cuda._pointers import MemoryPointer
from pycu.cuda._streams import as_stream
from pycu.cuda._target import target
from pycu.cuda._transfers import (
    device_to_device,
    device_to_host,
    host_to_device,
    is_device_memory,
)


class DeviceNDArrayBase(_native.Viewed):  # type: ignore[misc]
    """An array in device memory: `gpu_data` is the memory from its first element on.

    `shape`, `strides` (bytes), `dtype`, `ndim` and `size` are NumPy's; `alloc_size` is the bytes
    from the first to the last that the array touches, and `stream` the stream of copies that name
    none (0: the default stream, and the host waits).
    """

    __cuda_memory__ = True
    __cuda_ndarray__ = True

    _array_type: type[DeviceNDArrayBase]  # the class of views, which is defined on top of this one

    def __init__(
        self,
        shape: Any,
        strides: Any,
        dtype: Any,
        stream: Any = 0,
        gpu_data: Any = None,
    ) -> None:
        self.shape = _shapes.normalized(shape)
        if isinstance(strides, int):
            strides = (strides,)
        self.strides = tuple(int(stride) for stride in strides or ())
        self.dtype = np.dtype(dtype)
        self.ndim = len(self.shape)
        if len(self.strides) != self.ndim:
            raise ValueError("strides not match ndim")
        self.size = prod(self.shape)
        begin, end = _shapes.span(self.shape, self.strides, self.dtype.itemsize)
        self.alloc_size = end - begin
        context = _devices.get_context()
        if self.size == 0:
            gpu_data = MemoryPointer(context, 0, 0)
        elif gpu_data is None:
            gpu_data = context.memalloc(self.alloc_size)
            if begin < 0:
                gpu_data = gpu_data.view(-begin)
        self.gpu_data = gpu_data
        self.stream = stream
        self._readonly = False

    @functools.cached_property
    def nbytes(self) -> int:
        """The bytes of all elements."""
        return self.dtype.itemsize * self.size

    @functools.cached_property
    def _contiguity(self) -> tuple[bool, bool]:
        return _shapes.contiguity(self.shape, self.strides, self.dtype.itemsize)

    @property
    def flags(self) -> dict[str, bool]:
        """`C_CONTIGUOUS` and `F_CONTIGUOUS`."""
        return dict(zip(("C_CONTIGUOUS", "F_CONTIGUOUS"), self._contiguity))

    def is_c_contiguous(self) -> bool:
        """Whether it lies without gaps in C order."""
        return self._contiguity[0]

    def is_f_contiguous(self) -> bool:
        """Whether it lies without gaps in Fortran order."""
        return self._contiguity[1]

    @functools.cached_property
    def _numba_type_(self) -> Any:
        """The type that kernels see: repeated elements have no contiguous layout."""
        from pycu import types

        repeated = 0 in self.strides and self.size != 0
        c_order, f_order = self._contiguity
        layout = "A" if repeated else "C" if c_order else "F" if f_order else "A"
        return types.Array(types.from_dtype(self.dtype), self.ndim, layout)

    @property
    def device_ctypes_pointer(self) -> Any:
        """The address of the first element as ctypes passes it."""
        return self.gpu_data.device_ctypes_pointer

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface = {
            "shape": self.shape,
            "strides": None if self.is_c_contiguous() else self.strides,
            "data": (self.gpu_data.device_pointer, self._readonly),
            "typestr": self.dtype.str,
            # 0 is no stream that the protocol knows; the default stream is 1 there.
            "stream": None if isinstance(self.stream, int) else int(self.stream) or 1,
            "version": 3,
        }
        if self.dtype.names is not None:
            interface["descr"] = self.dtype.descr
        return interface

    def __dlpack_device__(self) -> tuple[int, int]:
        """DLPack's kind of device and its number: on the CPU target the host."""
        return target().dlpack_kind, self.gpu_data.context.device.id

    def __dlpack__(self, *, stream: Any = None, **options: Any) -> Any:
        """The array as a capsule of DLPack, in the same memory; its own stream is awaited.

        On CUDA `stream`, the consumer's, awaits it. BufferError where DLPack has no such dtype.
        """
        if not target().is_host:
            from pycu.cuda._gpu import dlpack

            return dlpack.exported(self, stream)
        as_stream(self.stream).synchronize()
        return self._host_view().__dlpack__(**options)

    def _host_view(self) -> np.ndarray:
        """The array over its memory, which it keeps alive; on CUDA only kernels can read that."""
        if self._seen is None:
            self._seen = host_array(
                self.gpu_data.device_pointer,
                self.shape,
                self.strides,
                self.dtype,
                owner=self.gpu_data,
                readonly=self._readonly,
            )
        return self._seen

    def _as_argument(self) -> Any:
        """What kernels are called with."""
        return self._host_view()

    def _part(self, shape: Any, strides: Any, dtype: Any, offset: int, stream: Any) -> Any:
        """An array in the same memory, whose first element lies `offset` bytes behind ours."""
        return self._of(self._array_type(shape, strides, dtype, stream, self._memory_at(offset)))

    def _of(self, part: Any) -> Any:
        part._readonly = self._readonly
        return part

    def _memory_at(self, offset: int) -> Any:
        if self.size == 0 or offset == 0:
            return self.gpu_data
        # Memory of somebody else, or that ends before a view with negative strides, has no size.
        return self.gpu_data.view(offset, max(offset, self.gpu_data._cuda_memsize_))

    def _default_stream(self, stream: Any) -> Any:
        return stream if stream else self.stream

    def bind(self, stream: Any = 0) -> Any:
        """The same array, whose copies are in `stream` unless they name another."""
        clone = copy.copy(self)
        clone.stream = stream
        return clone

    def __copy__(self) -> Any:
        clone = type(self).__new__(type(self))
        clone.__dict__.update(self.__dict__)
        clone._seen = self._seen
        return clone

    def __reduce__(self) -> Any:
        raise TypeError(
            f"cannot pickle {type(self).__name__}: device memory is this process's; "
            "pickle what copy_to_host() gives"
        )

    @property
    def T(self) -> Any:
        """The transpose, in memory of its own."""
        return self.transpose()

    def transpose(self, axes: Any = None) -> Any:
        """The transpose of a matrix, in memory of its own and in C order.

        Other ranks only have the axes that change nothing: NotImplementedError.
        """
        if axes and tuple(axes) == tuple(range(self.ndim)):
            return self
        if self.ndim != 2:
            raise NotImplementedError("transposing a non-2D DeviceNDArray isn't supported")
        if axes is not None and set(axes) != {0, 1}:
            raise ValueError(f"invalid axes list {axes!r}")
        turned = self.turned()
        strides = _shapes.contiguous_strides(turned.shape, self.dtype.itemsize, "C")
        result = self._array_type(turned.shape, strides, self.dtype, self.stream)
        if self.size:
            _devices.get_context().memory.assign(result, turned, as_stream(self.stream))
        return result

    def turned(self) -> Any:
        """The transpose in the same memory."""
        return self._part(self.shape[::-1], self.strides[::-1], self.dtype, 0, self.stream)

    def copy_to_device(self, ary: Any, stream: Any = 0) -> None:
        """Copies an array, of the host or the device, of the same shape and dtype into this one.

        ValueError where this array has gaps, or an array of the device has other strides;
        TypeError where the dtype is another.
        """
        if ary.size == 0:
            return
        sentry_contiguous(self)
        stream = self._default_stream(stream)
        own, core = array_core(self), array_core(ary)
        if is_device_memory(ary):
            sentry_contiguous(ary)
            check_array_compatibility(own, core)
            device_to_device(self, ary, self.alloc_size, stream=stream)
            return
        if not isinstance(core, np.void):
            core = np.asanyarray(core, order="C" if own.flags["C_CONTIGUOUS"] else "F")
        check_array_compatibility(own, core)
        host_to_device(self, core, self.alloc_size, stream=stream)

    def copy_to_host(self, ary: Any = None, stream: Any = 0) -> Any:
        """Copies this array into `ary`, of the same shape, dtype and strides, or into a new one.

        Returns the host's array. With a stream the copy is made in its turn; it is complete when
        this returns, unless `ary` is pinned.
        """
        if any(stride < 0 for stride in self.strides):
            raise NotImplementedError(
                f"D->H copy not implemented for negative strides: {self.strides}"
            )
        stream = self._default_stream(stream)
        if ary is None:
            return self._new_host_copy(stream)
        check_array_compatibility(self, ary)
        if self.alloc_size == 0:
            return ary
        if any(self._contiguity) or isinstance(ary, np.void):
            device_to_host(ary, self, self.alloc_size, stream=stream)
        else:  # the bytes between the elements are not ours
            ary[...] = self._new_host_copy(stream)
        return ary

    def _new_host_copy(self, stream: Any) -> np.ndarray:
        if self.size == 0:
            return np.empty(self.shape, self.dtype)
        data = np.empty(self.alloc_size, np.uint8)
        device_to_host(data, self, self.alloc_size, stream=stream)
        return np.ndarray(self.shape, self.dtype, data, strides=self.strides)

    def split(self, section: int, stream: Any = 0) -> Iterator[Any]:
        """The array in parts of `section` elements, of which the last may be smaller."""
        stream = self._default_stream(stream)
        if self.ndim != 1:
            raise ValueError("only support 1d array")
        if self.strides[0] != self.dtype.itemsize:
            raise ValueError("only support unit stride")
        for part in range(ceil(self.size / section)):
            begin = part * section
            end = min(begin + section, self.size)
            offset = begin * self.dtype.itemsize
            yield self._part((end - begin,), self.strides, self.dtype, offset, stream)

    def squeeze(self, axis: Any = None, stream: Any = 0) -> Any:
        """The array without its axes of one element, or without those in `axis`.

        ValueError where one of them has more elements.
        """
        shape, strides = _shapes.squeezed(self.shape, self.strides, axis)
        return self._part(shape, strides, self.dtype, 0, self._default_stream(stream))

    def view(self, dtype: Any) -> Any:
        """The same bytes as elements of another dtype.

        ValueError where its items have another size and the array is not in C order, or the last
        axis does not hold a whole number of them.
        """
        dtype = np.dtype(dtype)
        shape, strides = list(self.shape), list(self.strides)
        if self.dtype.itemsize != dtype.itemsize:
            if not self.is_c_contiguous():
                raise ValueError(
                    "To change to a dtype of a different size, the array must be C-contiguous"
                )
            shape[-1], rest = divmod(shape[-1] * self.dtype.itemsize, dtype.itemsize)
            if rest != 0:
                raise ValueError(
                    "When changing to a larger dtype, its size must be a divisor of the total "
                    "size in bytes of the last axis of the array."
                )
            strides[-1] = dtype.itemsize
        return self._part(shape, strides, dtype, 0, self.stream)

    def as_cuda_arg(self) -> Any:
        """The memory, as kernels get it."""
        return self.gpu_data

    def get_ipc_handle(self) -> Any:
        """A handle by which another process opens the memory; OSError where there is no IPC."""
        from pycu.cuda._ipc import IpcArrayHandle

        handle = _devices.get_context().get_ipc_handle(self.gpu_data)
        desc = {"shape": self.shape, "strides": self.strides, "dtype": self.dtype}
        return IpcArrayHandle(handle, desc)
