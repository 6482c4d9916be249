"""The memory of the CPU target: of the process, and apart from every host array.

So a forgotten copy shows as it would on a device.
"""

from __future__ import annotations

import bisect
import ctypes
import os
import threading
from typing import Any

import numpy as np

from pycu.cuda._errors import (
    HOST_MEMORY_ALREADY_REGISTERED,
    OUT_OF_MEMORY,
    CudaDriverError,
    api_error,
)
from pycu.cuda._memory import Memory, MemoryInfo
from pycu.cuda._streams import DEFAULT, Stream

ALIGNMENT = 256
# Freed blocks of the CPU target that are kept: none smaller than this, and no more than that.
SMALL_BYTES = 64 * 1024
SPARE_BYTES = 256 * 1024 * 1024


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


class _Move:
    """The work of a copy, which keeps memory alive until it has run."""

    def __init__(self, to: int, source: int, size: int, keep: Any) -> None:
        self._bytes = (to, source, size)
        self._keep = keep

    def __call__(self) -> None:
        ctypes.memmove(*self._bytes)


class HostMemory(Memory):
    """The memory of the CPU target: of the process, aligned as a device's memory is.

    Large blocks that were freed are kept for allocations of the same size, up to a limit: the
    system clears every new page, which takes longer than a copy into it.
    """

    def __init__(self) -> None:
        self._pinned = PinnedRanges()
        self._blocks: dict[int, np.ndarray] = {}
        self._spare: dict[int, list[np.ndarray]] = {}
        self._spare_bytes = 0
        self.after_fork()

    def after_fork(self) -> None:
        """Lets go of what a thread held that a child process has not."""
        self._lock = threading.RLock()  # memory may be freed by the garbage collector
        self._pinned.after_fork()

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
        self.pin(address, size)
        return address

    def free_host(self, address: int) -> None:
        self.unpin(address)
        self.free(address)

    allocate_managed, free_managed = allocate_host, free_host

    def pin(self, address: int, size: int) -> None:
        self._pinned.add(address, size)

    def unpin(self, address: int) -> None:
        self._pinned.remove(address)

    def is_pinned(self, address: int, size: int) -> bool:
        return self._pinned.contains(address, size)

    def upload(self, to: int, source: int, size: int, stream: Stream, keep: Any = None) -> None:
        if stream.handle != DEFAULT and not self.is_pinned(source, size):
            aside = np.empty(size, np.uint8)
            ctypes.memmove(aside.ctypes.data, source, size)
            source, keep = aside.ctypes.data, (keep, aside)
        stream.submit(_Move(to, source, size, keep))

    def download(self, to: int, source: int, size: int, stream: Stream, keep: Any = None) -> None:
        waits = not self.is_pinned(to, size)
        (stream.submit_and_wait if waits else stream.submit)(_Move(to, source, size, keep))

    def copy(self, to: int, source: int, size: int, stream: Stream, keep: Any = None) -> None:
        stream.submit(_Move(to, source, size, keep))

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
