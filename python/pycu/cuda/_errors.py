"""The exceptions of the host API, named as Numba names them."""

from __future__ import annotations

import re


class CudaDriverError(Exception):
    """The driver refused, or what was asked for is not in its power."""


class CudaRuntimeError(Exception):
    """The runtime refused."""


class CudaSupportError(ImportError):
    """There is no device, or no driver for it."""


class CCSupportError(RuntimeError):
    """A compute capability that is not supported."""


class NvvmError(Exception):
    """Numba's NVVM failed; pycu has none."""


class NvvmSupportError(ImportError):
    """NVVM is missing."""


class NvvmWarning(Warning):
    """A warning of NVVM."""


class NvrtcError(Exception):
    """NVRTC failed."""


class NvrtcCompilationError(NvrtcError):
    """NVRTC did not compile a source."""


class NvrtcBuiltinOperationFailure(NvrtcError):
    """NVRTC failed inside."""


class NvrtcSupportError(ImportError):
    """NVRTC is missing."""


class DeadMemoryError(RuntimeError):
    """Memory that was freed."""


# The driver's codes that the host API itself answers with.
INVALID_HANDLE = 400
NOT_READY = 600
HOST_MEMORY_ALREADY_REGISTERED = 712
OUT_OF_MEMORY = 2

_NAMES = {
    INVALID_HANDLE: "CUDA_ERROR_INVALID_HANDLE",
    NOT_READY: "CUDA_ERROR_NOT_READY",
    HOST_MEMORY_ALREADY_REGISTERED: "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED",
    OUT_OF_MEMORY: "CUDA_ERROR_OUT_OF_MEMORY",
}


def driver_name(code: int, runtime_name: str) -> str:
    """The driver's name of a code, which the runtime has another for: `cudaErrorNotReady`."""
    words = re.findall("[A-Z][a-z]*", runtime_name)
    return _NAMES.get(code, "_".join(["CUDA", *map(str.upper, words)]))


class CudaAPIError(CudaDriverError):
    """A call of the driver failed; `code` is its result, `msg` says which call."""

    def __init__(self, code: int, msg: str) -> None:
        self.code = code
        self.msg = msg
        super().__init__(code, msg)

    def __str__(self) -> str:
        return f"[{self.code}] {self.msg}"


def api_error(code: int, function: str) -> CudaAPIError:
    """The error of `function` of the driver's API, with the driver's name of `code`."""
    return CudaAPIError(code, f"Call to {function} results in {_NAMES[code]}")
