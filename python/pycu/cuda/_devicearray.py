"""Arrays in device memory."""

from __future__ import annotations

import copy
import functools
import operator
from collections.abc import Iterator
from math import ceil, prod
from typing import Any

import numpy as np

from pycu.cuda import _devices, _shapes
from pycu.cuda._memory import host_array
from pycu.cuda._pointers import MemoryPointer
from pycu.cuda._streams import as_stream, default_stream
from pycu.cuda._transfers import (
    device_to_device,
    device_to_host,
    host_to_device,
    is_device_memory,
)

errmsg_contiguous_buffer = (
    "Array contains non-contiguous buffer and cannot be transferred as a single memory region. "
    "Please ensure contiguous buffer with numpy .ascontiguousarray()"
)


class DeviceNDArrayBase:
    """An array in device memory: `gpu_data` is the memory from its first element on.

    `shape`, `strides` (bytes), `dtype`, `ndim` and `size` are NumPy's; `alloc_size` is the bytes
    from the first to the last that the array touches, and `stream` the stream of copies that name
    none (0: the default stream, and the host waits).
    """

    __cuda_memory__ = True
    __cuda_ndarray__ = True

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

    def _host_view(self) -> np.ndarray:
        """The array over its memory, where the host can read that; it keeps the memory alive."""
        return host_array(
            self.gpu_data.device_pointer,
            self.shape,
            self.strides,
            self.dtype,
            owner=self.gpu_data,
            readonly=self._readonly,
        )

    def _part(self, shape: Any, strides: Any, dtype: Any, offset: int, stream: Any) -> Any:
        """An array in the same memory, whose first element lies `offset` bytes behind ours."""
        return self._of(DeviceNDArray(shape, strides, dtype, stream, self._memory_at(offset)))

    def _of(self, part: Any) -> Any:
        part._readonly = self._readonly
        return part

    def _memory_at(self, offset: int) -> Any:
        if self.size == 0:
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
        shape = self.shape[::-1]
        strides = _shapes.contiguous_strides(shape, self.dtype.itemsize, "C")
        result = DeviceNDArray(shape, strides, self.dtype, self.stream)
        turned = self._part(shape, self.strides[::-1], self.dtype, 0, self.stream)
        if self.size:
            _devices.get_context().memory.assign(result, turned, as_stream(self.stream))
        return result

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


class DeviceRecord(DeviceNDArrayBase):
    """A record in device memory; its fields are read and written by their names."""

    def __init__(self, dtype: Any, stream: Any = 0, gpu_data: Any = None) -> None:
        super().__init__((), (), dtype, stream, gpu_data)

    @functools.cached_property
    def _numba_type_(self) -> Any:
        """The type that kernels see."""
        from pycu import types

        return types.from_dtype(self.dtype)

    def __getitem__(self, item: str) -> Any:
        return self.getitem(item)

    def getitem(self, item: str, stream: Any = 0) -> Any:
        """A field: a value of the host; an array or a record of the device, where it is one."""
        stream = self._default_stream(stream)
        dtype, offset = self.dtype.fields[item][:2]
        memory = self._memory_at(offset)
        if dtype.subdtype is not None:
            base, shape = dtype.subdtype
            strides = _shapes.contiguous_strides(shape, base.itemsize, "C")
            return self._part(shape, strides, base, offset, stream)
        if dtype.names is not None:
            return self._of(DeviceRecord(dtype, stream, memory))
        value = np.empty(1, dtype)
        device_to_host(value, memory, dtype.itemsize, stream=stream)
        return value[0]

    def __setitem__(self, key: str, value: Any) -> None:
        self.setitem(key, value)

    def setitem(self, key: str, value: Any, stream: Any = 0) -> None:
        """Sets a field."""
        stream = self._default_stream(stream)
        dtype, offset = self.dtype.fields[key][:2]
        field = np.empty(1, dtype)
        field[0] = value
        host_to_device(self._memory_at(offset), field, dtype.itemsize, stream=stream)


class DeviceNDArray(DeviceNDArrayBase):
    """An array in device memory."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        """A copy on the host."""
        if copy is False:
            raise ValueError("`copy=False` is not supported. A copy is always created.")
        host = self.copy_to_host()
        return host.astype(dtype) if dtype else host

    def __len__(self) -> int:
        return self.shape[0]

    def reshape(self, *newshape: Any, order: str = "C") -> Any:
        """The same memory in another shape, of which one extent may be -1.

        An array without gaps is read in the order of its memory; another one as NumPy reads it,
        and NotImplementedError where that would take a copy.
        """
        if len(newshape) == 1 and isinstance(newshape[0], (tuple, list)):
            newshape = tuple(newshape[0])
        wanted = tuple(operator.index(extent) for extent in newshape)
        if wanted == self.shape:
            return self._part(self.shape, self.strides, self.dtype, 0, self.stream)
        shape = _shapes.inferred(wanted, self.size)
        strides = _shapes.reshaped_strides(
            self.shape, self.strides, shape, self.dtype.itemsize, order
        )
        if strides is None:
            raise NotImplementedError("reshape would require copy")
        return self._part(shape, strides, self.dtype, 0, self.stream)

    def ravel(self, order: str = "C", stream: Any = 0) -> Any:
        """The same memory as one axis; NotImplementedError where that would take a copy."""
        if order not in ("C", "F", "A"):
            raise ValueError("order not C|F|A")
        c_order, f_order = self._contiguity
        if not (c_order and order in "CA") and not (f_order and order in "FA"):
            raise NotImplementedError("ravel on non-contiguous array")
        stream = self._default_stream(stream)
        return self._part((self.size,), (self.dtype.itemsize,), self.dtype, 0, stream)

    def _select(self, item: Any, stream: Any) -> tuple[Any, bool]:
        """The part that an index names, and whether it is one element."""
        items = item if isinstance(item, tuple) else (item,)
        items = tuple(_checked_index(one) for one in items)
        extents = sum(one is not Ellipsis and one is not None for one in items)
        if extents > self.ndim:
            raise IndexError(f"{extents - self.ndim} extra indices given")
        opaque = np.dtype((np.void, self.dtype.itemsize))
        layout = host_array(
            self.gpu_data.device_pointer, self.shape, self.strides, opaque, self.gpu_data
        )
        is_element = extents == self.ndim and all(isinstance(one, int) for one in items)
        chosen = layout[items if Ellipsis in items else (*items, Ellipsis)]
        offset = chosen.ctypes.data - self.gpu_data.device_pointer if chosen.size else 0
        return self._part(chosen.shape, chosen.strides, self.dtype, offset, stream), is_element

    def __getitem__(self, item: Any) -> Any:
        return self.getitem(item)

    def getitem(self, item: Any, stream: Any = 0) -> Any:
        """A view of a part, by integers, slices, `...` and None; one element is a value of the
        host, or a `DeviceRecord`."""
        stream = self._default_stream(stream)
        part, is_element = self._select(item, stream)
        if not is_element:
            return part
        if self.dtype.names is not None:
            return self._of(DeviceRecord(self.dtype, stream, part.gpu_data))
        value = np.empty(1, self.dtype)
        device_to_host(value, part, self.dtype.itemsize, stream=stream)
        return value[0]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.setitem(key, value)

    def setitem(self, key: Any, value: Any, stream: Any = 0) -> None:
        """Sets a part to a value or to an array, of the host or the device, which may be smaller.

        ValueError where the shapes do not fit. Without a stream the host waits.
        """
        stream = self._default_stream(stream)
        waits = not stream
        if waits:
            stream = default_stream()
        part, _ = self._select(key, stream)
        if not is_device_memory(value):
            value = _contiguous(value)
        source, _ = auto_device(value, stream=stream, user_explicit=True)
        _check_assignable(part, source)
        if part.size:
            _devices.get_context().memory.assign(part, source, as_stream(stream))
        if waits:
            stream.synchronize()


def _checked_index(index: Any) -> Any:
    """An index that names a view: an integer, a slice, `...` or None."""
    if index is None or index is Ellipsis or isinstance(index, slice):
        return index
    if isinstance(index, (bool, np.bool_)):
        raise IndexError("device arrays take no boolean indices")
    try:
        return operator.index(index)
    except TypeError:
        raise IndexError(
            f"device arrays take integers and slices as indices, not {type(index).__name__}"
        ) from None


def _contiguous(value: Any) -> Any:
    if isinstance(value, np.void) or hasattr(value, "__cuda_array_interface__"):
        return value
    value = np.asanyarray(value)
    return value if value.flags.forc else value.copy()


def _check_assignable(to: Any, source: Any) -> None:
    if source.ndim > to.ndim:
        raise ValueError(f"Can't assign {source.ndim}-D array to {to.ndim}-D self")
    missing = to.ndim - source.ndim
    for axis, (extent, given) in enumerate(zip(to.shape[missing:], source.shape), missing):
        if given not in (1, extent):
            raise ValueError(
                f"Can't copy sequence with size {given} to array axis {axis} "
                f"with dimension {extent}"
            )


def array_core(ary: Any) -> Any:
    """An array without its repeated axes, whose strides are 0: the memory that is there once."""
    if not ary.strides or not ary.size:
        return ary
    return ary[tuple(0 if stride == 0 else slice(None) for stride in ary.strides)]


def is_contiguous(ary: Any) -> bool:
    """Whether an array lies in C order, repeated axes and those of one element left aside."""
    axes = [(extent, stride) for extent, stride in zip(ary.shape, ary.strides) if stride != 0]
    shape, strides = tuple(one for one, _ in axes), tuple(one for _, one in axes)
    return _shapes.contiguity(shape, strides, ary.dtype.itemsize)[0]


def sentry_contiguous(ary: Any) -> None:
    """ValueError where an array has gaps."""
    core = array_core(ary)
    if not core.flags["C_CONTIGUOUS"] and not core.flags["F_CONTIGUOUS"]:
        raise ValueError(errmsg_contiguous_buffer)


def check_array_compatibility(ary1: Any, ary2: Any) -> None:
    """TypeError for other dtypes, ValueError for other shapes or strides; axes of one element do
    not count."""
    if ary1.dtype != ary2.dtype:
        raise TypeError(f"incompatible dtype: {ary1.dtype} vs. {ary2.dtype}")
    shape1, strides1 = _shapes.squeezed(ary1.shape, ary1.strides, None)
    shape2, strides2 = _shapes.squeezed(ary2.shape, ary2.strides, None)
    if shape1 != shape2:
        raise ValueError(f"incompatible shape: {ary1.shape} vs. {ary2.shape}")
    if ary1.size and strides1 != strides2:
        raise ValueError(f"incompatible strides: {ary1.strides} vs. {ary2.strides}")


def from_array_like(ary: Any, stream: Any = 0, gpu_data: Any = None) -> DeviceNDArray:
    """A device array of the shape, strides and dtype of `ary`."""
    return DeviceNDArray(ary.shape, ary.strides, ary.dtype, stream=stream, gpu_data=gpu_data)


def from_record_like(rec: Any, stream: Any = 0, gpu_data: Any = None) -> DeviceRecord:
    """A device record of the dtype of `rec`."""
    return DeviceRecord(rec.dtype, stream=stream, gpu_data=gpu_data)


def is_cuda_ndarray(obj: Any) -> bool:
    """Whether `obj` is a device array."""
    return getattr(obj, "__cuda_ndarray__", False)


def require_cuda_ndarray(obj: Any) -> None:
    """ValueError where `obj` is no device array."""
    if not is_cuda_ndarray(obj):
        raise ValueError("require an cuda ndarray object")


def verify_cuda_ndarray_interface(obj: Any) -> None:
    """ValueError or AttributeError where `obj` has not what device arrays have."""
    require_cuda_ndarray(obj)
    for name, kind in (("shape", tuple), ("strides", tuple), ("dtype", np.dtype), ("size", int)):
        if not hasattr(obj, name):
            raise AttributeError(name)
        if not isinstance(getattr(obj, name), kind):
            raise AttributeError(f"{name} must be of type {kind}")


def auto_device(
    obj: Any, stream: Any = 0, copy: bool = True, user_explicit: bool = False
) -> tuple[Any, bool]:
    """`obj` as an array or a record of the device, and whether that is new.

    Arrays of the device are themselves, and so are those that another library has there; all else
    that NumPy makes arrays of is copied, unless `copy` is false: then the memory is not set.
    """
    if is_device_memory(obj):
        return obj, False
    interface = getattr(obj, "__cuda_array_interface__", None)
    if interface is not None:
        from pycu.cuda._arrays import from_cuda_array_interface

        return from_cuda_array_interface(interface, owner=obj), False
    if isinstance(obj, np.void):
        made: Any = from_record_like(obj, stream=stream)
    else:
        obj = np.asanyarray(obj)
        sentry_contiguous(obj)
        made = from_array_like(obj, stream=stream)
    if copy:
        made.copy_to_device(obj, stream=stream)
    return made, True
