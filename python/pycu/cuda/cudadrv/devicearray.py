"""Numba's `numba.cuda.cudadrv.devicearray`."""

from pycu.cuda._checks import (
    array_core,
    check_array_compatibility,
    errmsg_contiguous_buffer,
    is_contiguous,
    is_cuda_ndarray,
    require_cuda_ndarray,
    sentry_contiguous,
    verify_cuda_ndarray_interface,
)
from pycu.cuda._device_base import DeviceNDArrayBase
from pycu.cuda._devicearray import (
    DeviceNDArray,
    DeviceRecord,
    auto_device,
    from_array_like,
    from_record_like,
)
from pycu.cuda._ipc import IpcArrayHandle
from pycu.cuda._mapped import ManagedNDArray, MappedNDArray

__all__ = [
    "DeviceNDArray",
    "DeviceNDArrayBase",
    "DeviceRecord",
    "IpcArrayHandle",
    "ManagedNDArray",
    "MappedNDArray",
    "array_core",
    "auto_device",
    "check_array_compatibility",
    "errmsg_contiguous_buffer",
    "from_array_like",
    "from_record_like",
    "is_contiguous",
    "is_cuda_ndarray",
    "require_cuda_ndarray",
    "sentry_contiguous",
    "verify_cuda_ndarray_interface",
]
