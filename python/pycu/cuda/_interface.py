"""Arrays of other libraries: `__cuda_array_interface__`, DLPack, `__array_interface__`, buffers."""

from __future__ import annotations

from typing import Any

import numpy as np

from pycu.cuda import _config, _shapes
from pycu.cuda._devicearray import DeviceNDArray
from pycu.cuda._devices import get_context
from pycu.cuda._errors import CudaDriverError
from pycu.cuda._memory import host_array
from pycu.cuda._pointers import MemoryPointer
from pycu.cuda._streams import external_stream
from pycu.cuda._target import target
from pycu.cuda._transfers import is_device_memory
from pycu.types import dtype_of_interface

DLPACK_CPU = 1


def is_cuda_array(obj: Any) -> bool:
    """Whether `obj` has a `__cuda_array_interface__`."""
    return hasattr(obj, "__cuda_array_interface__")


def as_cuda_array(obj: Any, sync: bool = True) -> DeviceNDArray:
    """The array of another library as a device array in the same memory, which it keeps alive.

    The stream that `obj` names is awaited, unless `sync` is false. TypeError where `obj` has no
    `__cuda_array_interface__`.
    """
    interface = getattr(obj, "__cuda_array_interface__", None)
    if interface is None:
        raise TypeError("*obj* doesn't implement the cuda array interface.")
    return from_cuda_array_interface(interface, owner=obj, sync=sync)


def from_cuda_array_interface(
    desc: dict[str, Any], owner: Any = None, sync: bool = True
) -> DeviceNDArray:
    """The array that a `__cuda_array_interface__` describes; `owner` is kept alive.

    The stream that it names is awaited, unless `sync` is false, and is the array's stream.
    NotImplementedError for a mask, CudaDriverError where the target cannot read the memory.
    """
    if desc.get("version", 0) >= 1 and desc.get("mask") is not None:
        raise NotImplementedError("Masked arrays are not supported")
    shape, strides, dtype = _shapes.prepare(
        desc["shape"], desc.get("strides"), dtype_of_interface(desc), order="C"
    )
    address, readonly = desc["data"]
    begin, end = _shapes.span(shape, strides, dtype.itemsize)
    target().check_usable(address + begin, end - begin)
    memory = MemoryPointer(get_context(), address, size=end, owner=owner)
    stream: Any = 0
    if desc.get("stream") is not None:
        stream = external_stream(desc["stream"])
        if sync and _config.CUDA_ARRAY_INTERFACE_SYNC:
            stream.synchronize()
    array = DeviceNDArray(shape, strides, dtype, stream=stream, gpu_data=memory)
    array._readonly = bool(readonly)
    return array


def array_of(obj: Any) -> np.ndarray:
    """What NumPy makes an array of, as one: without a copy where `obj` has memory that the host
    sees (an array, a tensor with DLPack, a buffer)."""
    if isinstance(obj, np.ndarray):
        return obj
    if hasattr(obj, "__dlpack__") and not hasattr(obj, "__array__"):
        return _from_dlpack(obj)
    return np.asanyarray(obj)


def imported(obj: Any) -> Any:
    """An array of another library in the same memory, or None where `obj` is none.

    A `DeviceNDArray` for memory of the device, whose stream has been awaited; an `ndarray` for
    memory of the host: a tensor with DLPack, an object with `__array_interface__`, or one with a
    buffer, such as a memoryview or an `array.array`. Arrays of NumPy and of this package are
    themselves.
    CudaDriverError for memory that the target cannot use.
    """
    if isinstance(obj, np.ndarray) or is_device_memory(obj):
        return obj
    if isinstance(obj, (np.generic, bytes, str, int, float, complex, tuple)):
        return None
    interface = getattr(obj, "__cuda_array_interface__", None)
    if interface is not None:
        return from_cuda_array_interface(interface, owner=obj)
    if hasattr(obj, "__dlpack__"):
        return _from_dlpack(obj)
    if hasattr(obj, "__array_interface__"):
        return np.asarray(obj)
    try:
        return np.asarray(memoryview(obj))
    except TypeError:
        return None


def _from_dlpack(obj: Any) -> Any:
    """The array in the memory of an object with DLPack: NumPy's for that of the host."""
    kind, number = obj.__dlpack_device__()
    if kind == target().dlpack_kind and not target().is_host:
        from pycu.cuda._gpu import dlpack

        return dlpack.imported(obj)
    if kind != DLPACK_CPU:
        raise CudaDriverError(
            f"the memory of {type(obj).__name__} is that of device {number} of DLPack's kind "
            f"{int(kind)}: the {target().name.upper()} target cannot use it"
        )
    array = np.from_dlpack(obj)
    if array.flags.writeable or np.lib.NumpyVersion(np.__version__) >= "2.1.0":
        return array
    # This NumPy makes every array of DLPack read-only, which the protocol had no word for then.
    return host_array(array.ctypes.data, array.shape, array.strides, array.dtype, owner=array)
