"""Numba's `numba.cuda.cudadrv.driver`, but for what is a binding of NVIDIA's driver."""

from pycu._jit.links import LinkerError
from pycu.cuda._devices import Context, Device
from pycu.cuda._driver import Driver, driver
from pycu.cuda._errors import (
    CudaAPIError,
    CudaDriverError,
    CudaSupportError,
    DeadMemoryError,
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

get_version = driver.get_version
