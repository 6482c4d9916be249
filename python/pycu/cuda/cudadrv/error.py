"""Numba's `numba.cuda.cudadrv.error`."""

from pycu.cuda._errors import (
    CCSupportError,
    CudaDriverError,
    CudaRuntimeError,
    CudaSupportError,
    NvrtcBuiltinOperationFailure,
    NvrtcCompilationError,
    NvrtcError,
    NvrtcSupportError,
    NvvmError,
    NvvmSupportError,
    NvvmWarning,
)

__all__ = [
    "CCSupportError",
    "CudaDriverError",
    "CudaRuntimeError",
    "CudaSupportError",
    "NvrtcBuiltinOperationFailure",
    "NvrtcCompilationError",
    "NvrtcError",
    "NvrtcSupportError",
    "NvvmError",
    "NvvmSupportError",
    "NvvmWarning",
]
