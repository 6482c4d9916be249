"""Handles to device memory of another process; no target has such memory yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NO_IPC = "pycu does not support CUDA IPC"


class IpcHandle:
    """A handle to memory; it cannot be opened."""

    def __init__(
        self, base: Any, handle: Any, size: int, source_info: Any = None, offset: int = 0
    ) -> None:
        self.base = base
        self.handle = handle
        self.size = size
        self.source_info = source_info
        self.offset = offset

    def open(self, context: Any) -> Any:
        """OSError: there is no IPC."""
        raise OSError(NO_IPC)

    def close(self) -> None:
        """ValueError: it is not open."""
        raise ValueError("IpcHandle not opened")


class IpcArrayHandle:
    """A handle to an array: `with handle as array:` opens it."""

    def __init__(self, ipc_handle: Any, array_desc: dict[str, Any]) -> None:
        self._array_desc = array_desc
        self._ipc_handle = ipc_handle

    def open(self) -> Any:
        """The array in the memory of the process that made the handle."""
        from pycu.cuda._devicearray import DeviceNDArray
        from pycu.cuda._devices import get_context

        return DeviceNDArray(gpu_data=self._ipc_handle.open(get_context()), **self._array_desc)

    def close(self) -> None:
        """Closes the handle; the array must not be used any more."""
        self._ipc_handle.close()

    def __enter__(self) -> Any:
        return self.open()

    def __exit__(self, *error: Any) -> None:
        self.close()


@contextmanager
def open_ipc_array(
    handle: Any, shape: Any, dtype: Any, strides: Any = None, offset: int = 0
) -> Iterator[Any]:
    """The array behind another process's handle; OSError: no target has CUDA IPC yet."""
    raise OSError(NO_IPC)
    yield
