"""Freed memory that waits for its release: `cuda.defer_cleanup()`, and releases in batches."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Callable

from pycu.cuda import _config


class PendingDeallocations:
    """What is to be released, in the order in which it was let go.

    `memory_capacity` is the device's memory in bytes; a part of it (`CUDA_DEALLOCS_RATIO`) or a
    number of items (`CUDA_DEALLOCS_COUNT`) that wait make all of them go. `len` is their number.
    """

    def __init__(self, capacity: int = 0) -> None:
        self._items: deque[tuple[Callable[[Any], None], Any, int]] = deque()
        self._disabled = 0
        self._size = 0
        self.memory_capacity = capacity

    @property
    def _max_pending_bytes(self) -> int:
        return int(self.memory_capacity * _config.CUDA_DEALLOCS_RATIO)

    def add_item(self, dtor: Callable[[Any], None], handle: Any, size: int = 0) -> None:
        """Calls `dtor(handle)`, which releases `size` bytes, in a while."""
        self._items.append((dtor, handle, size))
        self._size += size
        if len(self._items) > _config.CUDA_DEALLOCS_COUNT or self._size > self._max_pending_bytes:
            self.clear()

    def clear(self) -> None:
        """Releases what waits, unless that is deferred."""
        if self.is_disabled:
            return
        while True:
            try:
                dtor, handle, size = self._items.popleft()
            except IndexError:  # perhaps another thread's call took the last one
                return
            self._size -= size
            dtor(handle)

    @contextmanager
    def disable(self) -> Iterator[None]:
        """Nothing is released in the block; blocks may nest."""
        self._disabled += 1
        try:
            yield
        finally:
            self._disabled -= 1

    @property
    def is_disabled(self) -> bool:
        """Whether releases are deferred."""
        return self._disabled > 0

    def __len__(self) -> int:
        return len(self._items)
