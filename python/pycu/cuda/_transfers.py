"""Copies between host and device: `cuda.cudadrv.driver.host_to_device` and its kin.

A copy in a stream runs in its turn. As on CUDA, only pinned host memory is used while the host goes
on: bytes of other host memory are set aside before `host_to_device` returns, and `device_to_host`
returns when they have arrived.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from pycu.cuda import _devices
from pycu.cuda._driver import driver
from pycu.cuda._shapes import span
from pycu.cuda._streams import DEFAULT, as_stream


def is_device_memory(obj: Any) -> bool:
    """Whether `obj` is memory of the device: an array or a piece of memory."""
    return bool(getattr(obj, "__cuda_memory__", False))


def require_device_memory(obj: Any) -> None:
    """Raises an Exception where `obj` is not memory of the device."""
    if not is_device_memory(obj):
        raise Exception("Not a CUDA memory object.")


def device_pointer(obj: Any) -> int:
    """The address of device memory; None has address 0."""
    if isinstance(obj, (int, np.integer)):
        return int(obj)
    if obj is None:
        return 0
    require_device_memory(obj)
    return obj.device_ctypes_pointer.value or 0


def device_ctypes_pointer(obj: Any) -> Any:
    """The address of device memory as ctypes passes it."""
    if obj is None:
        return ctypes.c_void_p(0)
    require_device_memory(obj)
    return obj.device_ctypes_pointer


def device_memory_size(devmem: Any) -> int:
    """The bytes of device memory, for an array from its first to its last."""
    size = getattr(devmem, "alloc_size", None)
    return devmem._cuda_memsize_ if size is None else size


def host_memory_extents(obj: Any) -> tuple[int, int]:
    """The address of the first byte of host memory, and that after its last.

    `obj` is an array, a record, or any object with a buffer.
    """
    if isinstance(obj, np.ndarray):
        begin, end = span(obj.shape, obj.strides, obj.dtype.itemsize)
        return obj.ctypes.data + begin, obj.ctypes.data + end
    data = np.frombuffer(obj, np.uint8)
    return data.ctypes.data, data.ctypes.data + data.size


def host_memory_size(obj: Any) -> int:
    """The bytes of host memory, from its first to its last."""
    begin, end = host_memory_extents(obj)
    return end - begin


def host_pointer(obj: Any, readonly: bool = False) -> int:
    """The address of the first byte of host memory; ValueError where it must be written and is
    read-only."""
    if isinstance(obj, (int, np.integer)):
        return int(obj)
    if not readonly and isinstance(obj, np.ndarray) and not obj.flags.writeable:
        raise ValueError("buffer source array is read-only")
    return host_memory_extents(obj)[0]


def host_to_device(dst: Any, src: Any, size: int, stream: Any = 0) -> None:
    """Copies `size` bytes of host memory to device memory.

    `dst` is a piece of device memory, an array or an address, `src` an array, a buffer or an
    address.
    """
    chosen = as_stream(stream)
    to, address = device_pointer(dst), host_pointer(src, readonly=True)
    if chosen.handle == DEFAULT:
        driver.cuMemcpyHtoD(to, address, size)
    else:
        driver.cuMemcpyHtoDAsync(to, address, size, chosen, keep=(dst, src))


def device_to_host(dst: Any, src: Any, size: int, stream: Any = 0) -> None:
    """Copies `size` bytes of device memory to host memory; see `host_to_device`."""
    chosen = as_stream(stream)
    address, source = host_pointer(dst), device_pointer(src)
    if chosen.handle == DEFAULT:
        driver.cuMemcpyDtoH(address, source, size)
    else:
        driver.cuMemcpyDtoHAsync(address, source, size, chosen, keep=(dst, src))


def device_to_device(dst: Any, src: Any, size: int, stream: Any = 0) -> None:
    """Copies `size` bytes of device memory to device memory."""
    memory = _devices.get_context().memory
    memory.copy(device_pointer(dst), device_pointer(src), size, as_stream(stream), keep=(dst, src))


def device_memset(dst: Any, val: int, size: int, stream: Any = 0) -> None:
    """Sets `size` bytes of device memory to `val`."""
    memory = _devices.get_context().memory
    memory.fill(device_pointer(dst), val & 0xFF, size, as_stream(stream), keep=dst)
