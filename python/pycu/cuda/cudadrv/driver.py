"""Numba's `numba.cuda.cudadrv.driver`, but for what is a binding of NVIDIA's driver."""

from __future__ import annotations

from typing import Any

from pycu.cuda import _devices
from pycu.cuda._devices import Context, Device
from pycu.cuda._errors import (
    CudaAPIError,
    CudaDriverError,
    CudaSupportError,
    DeadMemoryError,
    LinkerError,
)
from pycu.cuda._events import Event, event_elapsed_time
from pycu.cuda._ipc import IpcHandle
from pycu.cuda._managers import (
    BaseCUDAMemoryManager,
    GetIpcHandleMixin,
    HostOnlyCUDAMemoryManager,
    NumbaCUDAMemoryManager,
    set_memory_manager,
)
from pycu.cuda._memory import MemoryInfo
from pycu.cuda._pointers import (
    AutoFreePointer,
    ManagedMemory,
    MappedMemory,
    MemoryPointer,
    PinnedMemory,
)
from pycu.cuda._profiling import profile_start, profile_stop, profiling
from pycu.cuda._shapes import memory_size_from_info
from pycu.cuda._streams import Stream
from pycu.cuda._transfers import (
    device_ctypes_pointer,
    device_memory_size,
    device_memset,
    device_pointer,
    device_to_device,
    device_to_host,
    host_memory_extents,
    host_memory_size,
    host_pointer,
    host_to_device,
    is_device_memory,
    require_device_memory,
)

__all__ = [
    "AutoFreePointer",
    "BaseCUDAMemoryManager",
    "Context",
    "CudaAPIError",
    "CudaDriverError",
    "CudaSupportError",
    "DeadMemoryError",
    "Device",
    "Driver",
    "Event",
    "GetIpcHandleMixin",
    "HostOnlyCUDAMemoryManager",
    "IpcHandle",
    "LinkerError",
    "ManagedMemory",
    "MappedMemory",
    "MemoryInfo",
    "MemoryPointer",
    "NumbaCUDAMemoryManager",
    "PinnedMemory",
    "Stream",
    "device_ctypes_pointer",
    "device_memory_size",
    "device_memset",
    "device_pointer",
    "device_to_device",
    "device_to_host",
    "driver",
    "event_elapsed_time",
    "get_version",
    "host_memory_extents",
    "host_memory_size",
    "host_pointer",
    "host_to_device",
    "is_device_memory",
    "memory_size_from_info",
    "profile_start",
    "profile_stop",
    "profiling",
    "require_device_memory",
    "set_memory_manager",
]


class ActiveContext:
    """The calling thread's current context while a block runs, or that there is none."""

    def __enter__(self) -> ActiveContext:
        gpu = _devices.gpus.current
        self.devnum = None if gpu is None else gpu.id
        self.context_handle = None if gpu is None else _devices.get_context().handle
        return self

    def __exit__(self, *error: Any) -> None:
        pass

    def __bool__(self) -> bool:
        return self.context_handle is not None


class Driver:
    """What a program asks the driver itself."""

    is_available = True
    initialization_error = None

    def get_device(self, devnum: int = 0) -> Device:
        """The device with this number."""
        return _devices.gpus[devnum].device

    def get_device_count(self) -> int:
        """How many devices there are."""
        return len(_devices.gpus)

    def list_devices(self) -> list[Device]:
        """The devices."""
        return [gpu.device for gpu in _devices.gpus]

    def reset(self) -> None:
        """Gives back what the devices' contexts hold."""
        for device in self.list_devices():
            device.reset()

    def pop_active_context(self) -> int | None:
        """Pops the calling thread's current context: its handle, or None where there is none."""
        return _devices.pop_active_context()

    def get_active_context(self) -> ActiveContext:
        """A context manager that knows the calling thread's current context."""
        return ActiveContext()

    def get_version(self) -> tuple[int, int]:
        """The version of CUDA whose rules the target keeps: major, minor."""
        return _devices.CUDA_VERSION

    def cuMemGetInfo(self) -> tuple[int, int]:
        """The free and the total memory in bytes."""
        return tuple(_devices.get_context().memory.info())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("cu"):
            raise CudaDriverError(f"Driver missing function: {name}: the target has no CUDA driver")
        raise AttributeError(name)


driver = Driver()
get_version = driver.get_version
