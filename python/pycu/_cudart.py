"""The CUDA runtime, `libcudart`, by ctypes: where it is, its functions and its errors.

Libraries that pycu compiles for a running program are linked with the same one, so that a process
has one runtime. It is the one that belongs to nvcc; its name goes to the system's loader first, so
that LD_LIBRARY_PATH, or a library of the same name that is loaded already, decides.
"""

from __future__ import annotations

import ctypes
import functools
import os
import re
import shutil
from pathlib import Path
from typing import Any, Callable

CAPABILITY_ATTRIBUTES = (75, 76)  # cudaDevAttrComputeCapabilityMajor, ...Minor
VERSIONS = (13, 12)  # of the library's name, where nvcc does not say it

_C_TYPES = {
    "p": ctypes.c_void_p,
    "z": ctypes.c_size_t,
    "i": ctypes.c_int,
    "u": ctypes.c_uint,
    "q": ctypes.c_ulonglong,
}
# What each function takes. All return a code, 0 for success.
_ARGUMENTS = {
    "cudaDeviceCanAccessPeer": "pii",
    "cudaDeviceGetAttribute": "pii",
    "cudaDeviceSynchronize": "",
    "cudaDriverGetVersion": "p",
    "cudaEventCreateWithFlags": "pu",
    "cudaEventDestroy": "p",
    "cudaEventElapsedTime": "ppp",
    "cudaEventQuery": "p",
    "cudaEventRecord": "pp",
    "cudaEventSynchronize": "p",
    "cudaFree": "p",
    "cudaFreeHost": "p",
    "cudaGetDeviceCount": "p",
    "cudaGetDeviceProperties": "pi",
    "cudaHostAlloc": "pzu",
    "cudaHostRegister": "pzu",
    "cudaHostUnregister": "p",
    "cudaMalloc": "pz",
    "cudaMallocManaged": "pzu",
    "cudaMemGetInfo": "pp",
    "cudaMemcpy": "ppzi",
    "cudaMemcpyAsync": "ppzip",
    "cudaMemset": "piz",
    "cudaMemsetAsync": "pizp",
    "cudaPointerGetAttributes": "pp",
    "cudaProfilerStart": "",
    "cudaProfilerStop": "",
    "cudaRuntimeGetVersion": "p",
    "cudaSetDevice": "i",
    "cudaStreamAddCallback": "pppu",
    "cudaStreamCreateWithFlags": "pu",
    "cudaStreamDestroy": "p",
    "cudaStreamQuery": "p",
    "cudaStreamSynchronize": "p",
    "cudaStreamWaitEvent": "ppu",
}


class Runtime:
    """The functions of a library: `runtime.cudaMalloc(pointer, size)` raises CudaAPIError where it
    fails, `runtime.code("cudaEventQuery", event)` returns what it returned."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.library = library
        for name in ("cudaGetErrorName", "cudaGetErrorString"):
            getattr(library, name).restype = ctypes.c_char_p
        self._functions: dict[str, Callable[..., int]] = {}

    def _function(self, name: str) -> Callable[..., int]:
        if name not in self._functions:
            function = self.library[name]
            function.argtypes = [_C_TYPES[letter] for letter in _ARGUMENTS[name]]
            self._functions[name] = function
        return self._functions[name]

    def code(self, name: str, *values: Any) -> int:
        """What a function returns; the runtime does not keep it as its last error."""
        code = self._function(name)(*values)
        if code != 0:
            self.library.cudaGetLastError()
        return code

    def address(self, name: str) -> int:
        """Where a function is."""
        return ctypes.cast(self._function(name), ctypes.c_void_p).value or 0  # type: ignore[arg-type]

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name not in _ARGUMENTS:
            raise AttributeError(name)

        def checked(*values: Any) -> None:
            code = self.code(name, *values)
            if code != 0:
                raise self.error(code, name)

        setattr(self, name, checked)
        return checked

    def error(self, code: int, name: str) -> Exception:
        """The exception of a code that a function returned."""
        from pycu.cuda._errors import CudaAPIError, driver_name

        known = driver_name(code, self.library.cudaGetErrorName(code).decode())
        text = self.library.cudaGetErrorString(code).decode("utf-8", "replace")
        return CudaAPIError(code, f"Call to {name} results in {known}: {text}")

    def number(self, name: str) -> int:
        """What a function writes that gives one int: `number("cudaGetDeviceCount")`."""
        value = ctypes.c_int()
        getattr(self, name)(ctypes.byref(value))
        return value.value

    def version(self) -> tuple[int, int]:
        """The version of the runtime: major, minor."""
        return _version(self.number("cudaRuntimeGetVersion"))

    def driver_version(self) -> tuple[int, int]:
        """The newest version of CUDA that the driver knows; (0, 0) where there is no driver."""
        return _version(self.number("cudaDriverGetVersion"))


def _version(number: int) -> tuple[int, int]:
    return number // 1000, number % 1000 // 10


def nvcc() -> str | None:
    """The compiler, where `pycu build` finds it: in PATH or in CUDA_HOME."""
    home = os.environ.get("CUDA_HOME", "")
    return shutil.which("nvcc") or (shutil.which("nvcc", path=f"{home}/bin") if home else None)


def _toolkit_libraries() -> list[Path]:
    """`libcudart.so.13` and its like in the toolkit that nvcc belongs to."""
    compiler = nvcc()
    if compiler is None:
        return []
    root = Path(compiler).resolve().parent.parent
    folders = [root / "lib64", root / "lib", *root.glob("targets/*/lib")]
    paths = [path for folder in folders for path in sorted(folder.glob("libcudart.so.*"))]
    return [path for path in paths if re.fullmatch(r"libcudart\.so\.\d+", path.name)]


@functools.lru_cache(maxsize=1)
def runtime() -> Runtime:
    """The runtime of this process; OSError where there is none."""
    found = _toolkit_libraries()
    names = [path.name for path in found[:1]] or [f"libcudart.so.{one}" for one in VERSIONS]
    for name in [*names, *map(str, found)]:
        try:
            return Runtime(ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL))
        except OSError:
            continue
    raise OSError(f"{names[0]} was not found, neither beside nvcc nor by the system's loader")


@functools.lru_cache(maxsize=1)
def architectures() -> tuple[str, ...]:
    """What nvcc calls the devices: "sm_90"."""
    numbers = set()
    for device in range(runtime().number("cudaGetDeviceCount")):
        version = [_attribute(one, device) for one in CAPABILITY_ATTRIBUTES]
        numbers.add(tuple(version))
    return tuple(f"sm_{major}{minor}" for major, minor in sorted(numbers))


def _attribute(attribute: int, device: int) -> int:
    value = ctypes.c_int()
    runtime().cudaDeviceGetAttribute(ctypes.byref(value), attribute, device)
    return value.value


NO_DEVICE, INSUFFICIENT_DRIVER = 100, 35


def obstacle() -> str | None:
    """Why kernels of a running program cannot run on CUDA; None where they can."""
    if nvcc() is None:
        return "nvcc was not found in PATH or CUDA_HOME"
    try:
        found = runtime()
    except OSError as error:
        return str(error)
    count = ctypes.c_int()
    code = found.code("cudaGetDeviceCount", ctypes.byref(count))
    if code == INSUFFICIENT_DRIVER:
        has, wants = found.driver_version(), found.version()
        if has == (0, 0):
            return "there is no driver of NVIDIA's"
        return "the driver knows CUDA {}.{}, and nvcc is of CUDA {}.{}".format(*has, *wants)
    if code == NO_DEVICE or (code == 0 and count.value == 0):
        return "there is no device"
    return str(found.error(code, "cudaGetDeviceCount")) if code != 0 else None
