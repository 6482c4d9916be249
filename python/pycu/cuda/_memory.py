"""The memory that kernels see: where it comes from, and how bytes get in and out of it.

`Memory` is what a target has to offer. On the CPU target it is memory of the process, apart from
every host array, so that a forgotten copy shows as it would on a device.
"""

from __future__ import annotations

import bisect
import ctypes
import os
import threading
from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np

from pycu.cuda._errors import (
    HOST_MEMORY_ALREADY_REGISTERED,
    OUT_OF_MEMORY,
    CudaDriverError,
    api_error,
)
from pycu.cuda._streams import Stream

ALIGNMENT = 256
# Freed blocks of the CPU target that are kept: none smaller than this, and no more than that.
SMALL_BYTES = 64 * 1024
SPARE_BYTES = 256 * 1024 * 1024


class MemoryInfo(NamedTuple):
    """Bytes of a device's memory."""

    free: int
    total: int


class PinnedRanges:
    """The host memory that copies may use while the host goes on; ranges do not overlap.

    Ranges are removed by finalizers, which may run in the middle of any other call.
    """

    def __init__(self) -> None:
        self._ranges: tuple[list[int], list[int]] = ([], [])
        self.after_fork()

    def after_fork(self) -> None:
        """Lets go of what a thread held that a child process has not."""
        self._lock = threading.RLock()

    def add(self, begin: int, size: int) -> None:
        """Adds a range; CudaAPIError where part of it is pinned already."""
        while size > 0:
            with self._lock:
                ranges = self._ranges
                begins, ends = ranges
                at = bisect.bisect_right(begins, begin)
                overlaps_left = at > 0 and ends[at - 1] > begin
                if overlaps_left or (at < len(begins) and begins[at] < begin + size):
                    raise api_error(HOST_MEMORY_ALREADY_REGISTERED, "cuMemHostRegister")
                more = [*begins[:at], begin, *begins[at:]], [*ends[:at], begin + size, *ends[at:]]
                if self._ranges is ranges:
                    self._ranges = more
                    return

    def remove(self, begin: int) -> None:
        """Removes the range that begins there, if there is one."""
        while True:
            with self._lock:
                ranges = self._ranges
                begins, ends = ranges
                at = bisect.bisect_left(begins, begin)
                if at == len(begins) or begins[at] != begin:
                    return
                fewer = begins[:at] + begins[at + 1 :], ends[:at] + ends[at + 1 :]
                if self._ranges is ranges:
                    self._ranges = fewer
                    return

    def contains(self, begin: int, size: int) -> bool:
        """Whether all bytes from `begin` on lie in one range."""
        begins, ends = self._ranges
        at = bisect.bisect_right(begins, begin) - 1
        return at >= 0 and begin + size <= ends[at]


class Memory(ABC):
    """Device memory; addresses are integers, sizes are bytes.

    Copies and fills run in their turn in `stream` and do not wait; who calls keeps the memory
    alive, which `keep` is for.
    """

    def __init__(self) -> None:
        self.pinned = PinnedRanges()

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
        """The address of `size` new bytes that host and device see."""

    @abstractmethod
    def free_host(self, address: int) -> None:
        """Gives back what `allocate_host` gave."""

    @abstractmethod
    def copy(
        self, to: int, source: int, size: int, stream: Stream, keep: Any = None, wait: bool = False
    ) -> None:
        """Copies bytes between host and device in either direction, or within one of them.

        With `wait` it returns when they are copied.
        """

    @abstractmethod
    def fill(self, address: int, byte: int, size: int, stream: Stream, keep: Any = None) -> None:
        """Sets every byte."""

    @abstractmethod
    def assign(self, to: Any, source: Any, stream: Stream) -> None:
        """`to[...] = source` for two device arrays: broadcast, and cast as kernels cast."""

    @abstractmethod
    def info(self) -> MemoryInfo:
        """How much there is, and how much of it is free."""


class HostMemory(Memory):
    """The memory of the CPU target: of the process, aligned as a device's memory is.

    Large blocks that were freed are kept for allocations of the same size, up to a limit: the
    system clears every new page, which takes longer than a copy into it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._blocks: dict[int, np.ndarray] = {}
        self._spare: dict[int, list[np.ndarray]] = {}
        self._spare_bytes = 0
        self.after_fork()

    def after_fork(self) -> None:
        """Lets go of what a thread held that a child process has not."""
        self._lock = threading.RLock()  # memory may be freed by the garbage collector
        self.pinned.after_fork()

    @property
    def allocated(self) -> int:
        """The bytes that are allocated now."""
        return sum(block.nbytes for block in list(self._blocks.values()))

    def allocate(self, size: int) -> int:
        block = self._reused(size + ALIGNMENT)
        if block is None:
            block = self._new(size + ALIGNMENT)
        address = block.ctypes.data
        address += -address % ALIGNMENT
        self._blocks[address] = block
        return address

    def _new(self, size: int) -> np.ndarray:
        try:
            return np.empty(size, np.uint8)
        except MemoryError:
            self.trim()
        try:
            return np.empty(size, np.uint8)
        except MemoryError:
            raise api_error(OUT_OF_MEMORY, "cuMemAlloc") from None

    def _reused(self, size: int) -> np.ndarray | None:
        with self._lock:
            blocks = self._spare.get(size)
            if not blocks:
                return None
            self._spare_bytes -= size
            return blocks.pop()

    def free(self, address: int) -> None:
        block = self._blocks.pop(address, None)
        if block is None or not SMALL_BYTES <= block.size <= SPARE_BYTES:
            return
        with self._lock:
            if self._spare_bytes + block.size > SPARE_BYTES:
                self.trim()
            self._spare.setdefault(block.size, []).append(block)
            self._spare_bytes += block.size

    def trim(self) -> None:
        with self._lock:
            self._spare.clear()
            self._spare_bytes = 0

    def allocate_host(self, size: int) -> int:
        address = self.allocate(size)
        self.pinned.add(address, size)
        return address

    def free_host(self, address: int) -> None:
        self.pinned.remove(address)
        self.free(address)

    def copy(
        self, to: int, source: int, size: int, stream: Stream, keep: Any = None, wait: bool = False
    ) -> None:
        def work(keep: Any = keep) -> None:
            ctypes.memmove(to, source, size)

        (stream.submit_and_wait if wait else stream.submit)(work)

    def fill(self, address: int, byte: int, size: int, stream: Stream, keep: Any = None) -> None:
        def work(keep: Any = keep) -> None:
            ctypes.memset(address, byte, size)

        stream.submit(work)

    def assign(self, to: Any, source: Any, stream: Stream) -> None:
        target, value = to._host_view(), source._host_view()
        stream.submit(lambda: np.copyto(target, value, casting="unsafe"))

    def info(self) -> MemoryInfo:
        total = _physical_bytes()
        free = min(_available_bytes(), total - self.allocated)
        return MemoryInfo(max(free, 0), total)


def _physical_bytes() -> int:
    """The memory of the machine, or of the container that the process runs in."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    try:
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as file:
            return min(total, int(file.read()))
    except (OSError, ValueError):  # no such file, or "max"
        return total


def _available_bytes() -> int:
    """What new allocations may take without swapping."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return _physical_bytes()


def check_readable(address: int, size: int) -> None:
    """CudaDriverError where the host cannot read memory, as that of another device."""
    if size <= 0:
        return
    reading, writing = os.pipe()
    try:
        # The system copies the bytes, and answers with an error where a read would be a crash.
        for at in (address, address + size - 1):
            os.write(writing, (ctypes.c_char * 1).from_address(at))
    except OSError:
        raise CudaDriverError(
            f"the memory at {address:#x} is not the host's: the CPU target cannot use it"
        ) from None
    finally:
        os.close(reading)
        os.close(writing)


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
