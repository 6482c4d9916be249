"""Numba's host API for CUDA, under the same names, on pycu's targets."""

from typing import Any as _Any

from pycu import _stubs, types
from pycu._numba.linkable_code import NAMES as _linkable
from pycu._numba.special import literal_unroll
from pycu.cuda import _compile, cg, cudadrv, fp16, launchconfig, libdevice, random
from pycu.cuda._arguments import In, InOut, Out
from pycu.cuda._arrays import (
    device_array,
    device_array_like,
    managed_array,
    mapped,
    mapped_array,
    mapped_array_like,
    pinned,
    pinned_array,
    pinned_array_like,
    to_device,
)
from pycu.cuda._decorators import declare_device, jit
from pycu.cuda._devices import (
    close,
    cuda_error,
    current_context,
    defer_cleanup,
    detect,
    get_current_device,
    gpus,
    is_available,
    is_bfloat16_supported,
    is_float16_supported,
    is_fp8_supported,
    is_supported_version,
    list_devices,
    require_context,
    select_device,
    synchronize,
)
from pycu.cuda._errors import CudaSupportError
from pycu.cuda._events import event, event_elapsed_time
from pycu.cuda._interface import as_cuda_array, from_cuda_array_interface, is_cuda_array
from pycu.cuda._ipc import IpcHandle, open_ipc_array
from pycu.cuda._managers import (
    BaseCUDAMemoryManager,
    GetIpcHandleMixin,
    HostOnlyCUDAMemoryManager,
    set_memory_manager,
)
from pycu.cuda._memory import MemoryInfo
from pycu.cuda._pointers import MappedMemory, MemoryPointer, PinnedMemory
from pycu.cuda._profiling import profile_start, profile_stop, profiling
from pycu.cuda._reduce import Reduce, reduce
from pycu.cuda._streams import (
    default_stream,
    external_stream,
    legacy_default_stream,
    per_thread_default_stream,
    stream,
)
from pycu.cuda._ufuncs import guvectorize_for_cuda as guvectorize
from pycu.cuda._ufuncs import vectorize_for_cuda as vectorize
from pycu.cuda.cudadrv import devicearray, devices, driver
from pycu.cuda.cudadrv.runtime import runtime

# What kernels use: `cuda.threadIdx`, `cuda.grid`, `cuda.atomic.add` ..., and names of types.
globals().update({_name: getattr(types, _name) for _name in types.__all__})
globals().update(_stubs.NAMES)
globals().update(_compile.NAMES)
globals().update(_linkable)
HAS_NUMBA = True  # what asks for it wants the names of Numba's, and `pycu run` has them
implementation = "pycu"


def __getattr__(name: str) -> _Any:
    """Numba's modules below `numba.cuda` that have other names here."""
    from pycu._numba import submodule

    return submodule("numba.cuda", name)


__all__ = [
    *_stubs.NAMES,
    *types.__all__,
    *_compile.NAMES,
    *_linkable,
    "HAS_NUMBA",
    "In",
    "InOut",
    "Out",
    "Reduce",
    "cg",
    "declare_device",
    "fp16",
    "guvectorize",
    "jit",
    "launchconfig",
    "libdevice",
    "random",
    "reduce",
    "types",
    "BaseCUDAMemoryManager",
    "CudaSupportError",
    "GetIpcHandleMixin",
    "HostOnlyCUDAMemoryManager",
    "IpcHandle",
    "MappedMemory",
    "MemoryInfo",
    "MemoryPointer",
    "PinnedMemory",
    "as_cuda_array",
    "close",
    "cuda_error",
    "cudadrv",
    "current_context",
    "default_stream",
    "defer_cleanup",
    "detect",
    "device_array",
    "device_array_like",
    "devicearray",
    "devices",
    "driver",
    "event",
    "event_elapsed_time",
    "external_stream",
    "from_cuda_array_interface",
    "get_current_device",
    "gpus",
    "is_available",
    "is_bfloat16_supported",
    "is_cuda_array",
    "is_float16_supported",
    "is_fp8_supported",
    "is_supported_version",
    "legacy_default_stream",
    "list_devices",
    "literal_unroll",
    "managed_array",
    "mapped",
    "mapped_array",
    "mapped_array_like",
    "open_ipc_array",
    "per_thread_default_stream",
    "pinned",
    "pinned_array",
    "pinned_array_like",
    "profile_start",
    "profile_stop",
    "profiling",
    "require_context",
    "runtime",
    "select_device",
    "set_memory_manager",
    "stream",
    "synchronize",
    "to_device",
    "vectorize",
]
