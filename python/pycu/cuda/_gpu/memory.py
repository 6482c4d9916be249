"""The memory of a CUDA device."""

from __future__ import annotations

import ctypes
from typing import Any, Callable

from pycu._cudart import runtime
from pycu.cuda._gpu import assignment
from pycu.cuda._memory import Memory, MemoryInfo
from pycu.cuda._streams import DEFAULT, Stream

TO_DEVICE, TO_HOST, WITHIN = 1, 2, 3  # cudaMemcpyKind
PORTABLE, MAPPED = 1, 2  # flags of cudaHostAlloc and cudaHostRegister
ATTACH_GLOBAL = 1
HOST = 1  # cudaMemoryType: host memory that is pinned


class PointerAttributes(ctypes.Structure):
    """`cudaPointerAttributes`, with room for what later versions add."""

    _fields_ = [
        ("type", ctypes.c_int),
        ("device", ctypes.c_int),
        ("device_pointer", ctypes.c_void_p),
        ("host_pointer", ctypes.c_void_p),
        ("reserved", ctypes.c_long * 32),
    ]


def attributes_of(address: int) -> PointerAttributes:
    """What the runtime knows of an address; the type is 0 for memory that is only the host's."""
    found = PointerAttributes()
    runtime().cudaPointerGetAttributes(ctypes.byref(found), address)
    return found


def _new(allocate: Callable[..., None], size: int, *flags: int) -> int:
    pointer = ctypes.c_void_p()
    allocate(ctypes.byref(pointer), max(size, 1), *flags)
    return pointer.value or 0


class GpuMemory(Memory):
    """The memory of the calling thread's device."""

    def allocate(self, size: int) -> int:
        return _new(runtime().cudaMalloc, size)

    def free(self, address: int) -> None:
        runtime().cudaFree(address)

    def trim(self) -> None:
        """Nothing is kept."""

    def allocate_host(self, size: int) -> int:
        return _new(runtime().cudaHostAlloc, size, PORTABLE | MAPPED)

    def free_host(self, address: int) -> None:
        runtime().cudaFreeHost(address)

    def allocate_managed(self, size: int) -> int:
        return _new(runtime().cudaMallocManaged, size, ATTACH_GLOBAL)

    def free_managed(self, address: int) -> None:
        runtime().cudaFree(address)

    def pin(self, address: int, size: int) -> None:
        runtime().cudaHostRegister(address, size, PORTABLE | MAPPED)

    def unpin(self, address: int) -> None:
        runtime().cudaHostUnregister(address)

    def is_pinned(self, address: int, size: int) -> bool:
        ends = (address, address + size - 1) if size > 0 else (address,)
        return all(attributes_of(one).type == HOST for one in ends)

    def upload(self, to: int, source: int, size: int, stream: Stream, keep: Any = None) -> None:
        self._copied(to, source, size, TO_DEVICE, stream)

    def download(self, to: int, source: int, size: int, stream: Stream, keep: Any = None) -> None:
        self._copied(to, source, size, TO_HOST, stream)

    def _copied(self, to: int, source: int, size: int, kind: int, stream: Stream) -> None:
        """Between host and device; in another stream than the default one the runtime itself waits
        for memory that is not pinned."""
        if stream.handle == DEFAULT:
            runtime().cudaMemcpy(to, source, size, kind)
        else:
            runtime().cudaMemcpyAsync(to, source, size, kind, stream.handle)

    def copy(self, to: int, source: int, size: int, stream: Stream, keep: Any = None) -> None:
        runtime().cudaMemcpyAsync(to, source, size, WITHIN, stream.handle)

    def fill(self, address: int, byte: int, size: int, stream: Stream, keep: Any = None) -> None:
        if stream.handle == DEFAULT:  # which waits for memory that the host sees, too
            runtime().cudaMemset(address, byte, size)
        else:
            runtime().cudaMemsetAsync(address, byte, size, stream.handle)

    def assign(self, to: Any, source: Any, stream: Stream) -> None:
        assignment.assign(self, to, source, stream)

    def info(self) -> MemoryInfo:
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        runtime().cudaMemGetInfo(ctypes.byref(free), ctypes.byref(total))
        return MemoryInfo(free.value, total.value)
