"""The memory that kernels see: where it comes from, and how bytes get in and out of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from pycu.cuda._streams import Stream


class MemoryInfo(NamedTuple):
    """Bytes of a device's memory."""

    free: int
    total: int


class Memory(ABC):
    """What a target has to offer as device memory; addresses are integers, sizes are bytes.

    Copies and fills run in their turn in `stream` and do not wait, but where they say so; who calls
    keeps the memory alive, which `keep` is for.
    """

    @abstractmethod
    def allocate(self, size: int) -> int:
        """The address of `size` new bytes, at least one; CudaAPIError where there are none left."""

    @abstractmethod
    def free(self, address: int) -> None:
        """Gives back what `allocate` gave."""

    @abstractmethod
    def trim(self) -> None:
        """Gives back to the system what was freed and is kept for later."""

    @abstractmethod
    def allocate_host(self, size: int) -> int:
        """The address of `size` new bytes that host and device see, and that are pinned."""

    @abstractmethod
    def free_host(self, address: int) -> None:
        """Gives back what `allocate_host` gave."""

    @abstractmethod
    def allocate_managed(self, size: int) -> int:
        """The address of `size` new bytes that move between host and device; `free_managed`."""

    @abstractmethod
    def free_managed(self, address: int) -> None:
        """Gives back what `allocate_managed` gave."""

    @abstractmethod
    def pin(self, address: int, size: int) -> None:
        """Lets copies use memory of the host while the host goes on, and the device see it.

        CudaAPIError where part of it is pinned already.
        """

    @abstractmethod
    def unpin(self, address: int) -> None:
        """Ends what `pin` began for the memory that begins there."""

    @abstractmethod
    def is_pinned(self, address: int, size: int) -> bool:
        """Whether all of the bytes are pinned memory of the host."""

    @abstractmethod
    def upload(self, to: int, source: int, size: int, stream: Stream, keep: Any = None) -> None:
        """Copies bytes of the host to the device.

        It waits in the default stream; bytes that are not pinned are read before it returns.
        """

    @abstractmethod
    def download(self, to: int, source: int, size: int, stream: Stream, keep: Any = None) -> None:
        """Copies bytes of the device to the host.

        It waits in the default stream, and where the host's memory is not pinned.
        """

    @abstractmethod
    def copy(self, to: int, source: int, size: int, stream: Stream, keep: Any = None) -> None:
        """Copies bytes within the device."""

    @abstractmethod
    def fill(self, address: int, byte: int, size: int, stream: Stream, keep: Any = None) -> None:
        """Sets every byte."""

    @abstractmethod
    def assign(self, to: Any, source: Any, stream: Stream) -> None:
        """`to[...] = source` for two device arrays: broadcast, and cast as kernels cast."""

    @abstractmethod
    def info(self) -> MemoryInfo:
        """How much there is, and how much of it is free."""


class _Window:
    """Memory as NumPy takes it; keeps the owner of the memory alive."""

    def __init__(self, interface: dict[str, Any], owner: Any) -> None:
        self.__array_interface__ = interface
        self.owner = owner


def host_array(
    address: int,
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    dtype: np.dtype[Any],
    owner: Any = None,
    readonly: bool = False,
) -> np.ndarray:
    """The array at an address that the host can read; its first element lies at `address`.

    The array keeps `owner` alive.
    """
    if 0 in shape or dtype.itemsize == 0:
        return np.empty(shape, dtype)
    opaque = np.dtype((np.void, dtype.itemsize))
    interface = {
        "version": 3,
        "data": (address, readonly),
        "shape": shape,
        "strides": strides,
        "typestr": opaque.str,
    }
    return np.asarray(_Window(interface, owner)).view(dtype)
