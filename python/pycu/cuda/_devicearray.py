"""Arrays and records in device memory."""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np

from pycu.cuda import _devices, _shapes
from pycu.cuda._checks import sentry_contiguous
from pycu.cuda._device_base import DeviceNDArrayBase
from pycu.cuda._streams import as_stream, default_stream
from pycu.cuda._target import target
from pycu.cuda._transfers import device_to_host, host_to_device, is_device_memory


class _RecordOnDevice(np.void):
    """A record whose memory the host cannot read: its bytes are copied."""

    def tobytes(self, order: Any = None) -> bytes:
        """The bytes of the record, which are fetched when the kernels before have run."""
        address = np.frombuffer(self, np.uint8).ctypes.data
        data = np.empty(self.dtype.itemsize, np.uint8)
        device_to_host(data, address, data.size)
        return data.tobytes()


class DeviceRecord(DeviceNDArrayBase):
    """A record in device memory; its fields are read and written by their names."""

    def __init__(self, dtype: Any, stream: Any = 0, gpu_data: Any = None) -> None:
        super().__init__((), (), dtype, stream, gpu_data)

    @functools.cached_property
    def _numba_type_(self) -> Any:
        """The type that kernels see."""
        from pycu import types

        return types.from_dtype(self.dtype)

    def _as_argument(self) -> np.void:
        view = self._host_view()
        if target().is_host:
            return view[()]
        return view.view(np.dtype((_RecordOnDevice, self.dtype)))[()]

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
        chosen = _shapes.selected(self.shape, self.strides, self.dtype.itemsize, item)
        part = self._part(chosen.shape, chosen.strides, self.dtype, chosen.offset, stream)
        return part, chosen.is_element

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

        ValueError where the shapes do not fit, or the memory is read-only. Without a stream the
        host waits.
        """
        if self._readonly:
            raise ValueError("assignment destination is read-only")
        stream = self._default_stream(stream)
        waits = not stream
        if waits:
            stream = default_stream()
        part, _ = self._select(key, stream)
        if not is_device_memory(value):
            value = _host_value(value, self.dtype)
        source, _ = auto_device(value, stream=stream, user_explicit=True)
        _check_assignable(part, source)
        if part.size:
            _devices.get_context().memory.assign(part, source, as_stream(stream))
        if waits:
            stream.synchronize()


DeviceNDArrayBase._array_type = DeviceNDArray


def _host_value(value: Any, dtype: np.dtype[Any]) -> Any:
    """A value of the host that is to be assigned: without gaps and of the dtype, unless it is an
    array of another library on the device."""
    if isinstance(value, np.void) or hasattr(value, "__cuda_array_interface__"):
        return value
    from pycu.cuda._interface import array_of

    value = array_of(value)
    if is_device_memory(value):
        return value
    if value.dtype != dtype:
        return value.astype(dtype)
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


def from_array_like(ary: Any, stream: Any = 0, gpu_data: Any = None) -> DeviceNDArray:
    """A device array of the shape, strides and dtype of `ary`."""
    return DeviceNDArray(ary.shape, ary.strides, ary.dtype, stream=stream, gpu_data=gpu_data)


def from_record_like(rec: Any, stream: Any = 0, gpu_data: Any = None) -> DeviceRecord:
    """A device record of the dtype of `rec`."""
    return DeviceRecord(rec.dtype, stream=stream, gpu_data=gpu_data)


def auto_device(
    obj: Any, stream: Any = 0, copy: bool = True, user_explicit: bool = False
) -> tuple[Any, bool]:
    """`obj` as an array or a record of the device, and whether that is new.

    Arrays of the device are themselves, and so are those that another library has there; all else
    that NumPy makes arrays of is copied, unless `copy` is false: then the memory is not set.
    """
    if is_device_memory(obj):
        return obj, False
    from pycu.cuda._interface import array_of, from_cuda_array_interface

    interface = getattr(obj, "__cuda_array_interface__", None)
    if interface is not None:
        return from_cuda_array_interface(interface, owner=obj), False
    if isinstance(obj, np.void):
        made: Any = from_record_like(obj, stream=stream)
    else:
        obj = array_of(obj)
        if is_device_memory(obj):
            return obj, False
        sentry_contiguous(obj)
        made = from_array_like(obj, stream=stream)
    if copy:
        made.copy_to_device(obj, stream=stream)
    return made, True
