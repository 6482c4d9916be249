"""The driver as an object: what a program asks it, and what it calls before all else."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from pycu.cuda._errors import CudaAPIError, CudaDriverError, CudaSupportError
from pycu.cuda._streams import Stream, as_stream
from pycu.cuda._target import target

if TYPE_CHECKING:
    from pycu.cuda._devices import Device

DISABLED = (
    "CUDA is disabled due to setting NUMBA_DISABLE_CUDA=1 in the environment, or because CUDA is "
    "unsupported on 32-bit systems."
)


def _devices() -> Any:
    """The devices, which are made by way of the driver."""
    from pycu.cuda import _devices

    return _devices


class ActiveContext:
    """The calling thread's current context while a block runs, or that there is none."""

    def __enter__(self) -> ActiveContext:
        gpu = _devices().gpus.current
        self.devnum = None if gpu is None else gpu.id
        self.context_handle = None if gpu is None else _devices().get_context().handle
        return self

    def __exit__(self, *error: Any) -> None:
        pass

    def __bool__(self) -> bool:
        return self.context_handle is not None


class Driver:
    """What a program asks the driver itself."""

    def __init__(self) -> None:
        self.is_initialized = False
        self.initialization_error: str | None = None

    def ensure_initialized(self) -> None:
        """CudaSupportError where the devices cannot be used, which `initialization_error` tells."""
        if self.is_initialized:
            return
        if os.environ.get("NUMBA_DISABLE_CUDA", "0") not in ("", "0"):
            self.initialization_error = DISABLED
            raise CudaSupportError(DISABLED)
        try:
            self.cuInit(0)
            target()
        except CudaSupportError as error:
            self.initialization_error = str(error)
            raise
        except CudaAPIError as error:
            self.initialization_error = f"{error.msg} ({error.code})"
            raise CudaSupportError(f"Error at driver init: {self.initialization_error}") from None
        self.is_initialized = True

    @property
    def is_available(self) -> bool:
        """Whether there is a device to run on: on the CPU target always, unless it is disabled."""
        try:
            self.ensure_initialized()
        except CudaSupportError:
            return False
        return True

    def cuInit(self, flags: int) -> None:
        """Called before the first use of a device."""

    def get_device(self, devnum: int = 0) -> Device:
        """The device with this number."""
        return _devices().gpus[devnum].device

    def get_device_count(self) -> int:
        """How many devices there are."""
        return len(_devices().gpus)

    def list_devices(self) -> list[Device]:
        """The devices."""
        return [gpu.device for gpu in _devices().gpus]

    def reset(self) -> None:
        """Gives back what the devices' contexts hold."""
        for device in self.list_devices():
            device.reset()

    def pop_active_context(self) -> int | None:
        """Pops the calling thread's current context: its handle, or None where there is none."""
        return _devices().pop_active_context()

    def get_active_context(self) -> ActiveContext:
        """A context manager that knows the calling thread's current context."""
        return ActiveContext()

    def get_version(self) -> tuple[int, int]:
        """The version of CUDA whose rules the target keeps: major, minor."""
        return target().version()

    def cuMemGetInfo(self) -> tuple[int, int]:
        """The free and the total memory in bytes."""
        return tuple(_devices().get_context().memory.info())

    def cuMemcpyHtoD(self, to: int, source: int, size: int) -> None:
        """Copies bytes of the host to the device; every copy in the default stream comes here."""
        self.cuMemcpyHtoDAsync(to, source, size, as_stream(0))

    def cuMemcpyDtoH(self, to: int, source: int, size: int) -> None:
        """Copies bytes of the device to the host; every copy in the default stream comes here."""
        self.cuMemcpyDtoHAsync(to, source, size, as_stream(0))

    def cuMemcpyHtoDAsync(
        self, to: int, source: int, size: int, stream: Stream, keep: Any = None
    ) -> None:
        """Copies bytes of the host to the device in the order of a stream."""
        _devices().get_context().memory.upload(to, source, size, stream, keep)

    def cuMemcpyDtoHAsync(
        self, to: int, source: int, size: int, stream: Stream, keep: Any = None
    ) -> None:
        """Copies bytes of the device to the host in the order of a stream."""
        _devices().get_context().memory.download(to, source, size, stream, keep)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("cu"):
            raise CudaDriverError(f"Driver missing function: {name}: the target has no CUDA driver")
        raise AttributeError(name)


driver = Driver()
