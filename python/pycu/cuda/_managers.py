"""Who allocates device memory: the target's own manager, or a plugin of the program.

A plugin is a class with the methods of `BaseCUDAMemoryManager`, given to `cuda.set_memory_manager`
before memory is used, as Numba's external memory management has it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from pycu.cuda._memory import MemoryInfo
from pycu.cuda._pending import PendingDeallocations
from pycu.cuda._pointers import AutoFreePointer, ManagedMemory, MappedMemory, PinnedMemory

if TYPE_CHECKING:
    from pycu.cuda._memory import Memory

INTERFACE_VERSION = 1


class BaseCUDAMemoryManager(ABC):
    """What a memory manager has to do; one is made for each context."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if "context" not in kwargs:
            raise RuntimeError("Memory manager requires a context")
        self.context = kwargs.pop("context")

    @abstractmethod
    def memalloc(self, size: int) -> Any:
        """A `MemoryPointer` to `size` bytes of the device's memory."""

    @abstractmethod
    def memhostalloc(self, size: int, mapped: bool, portable: bool, wc: bool) -> Any:
        """Pinned host memory: a `MappedMemory` or a `PinnedMemory`."""

    @abstractmethod
    def mempin(self, owner: Any, pointer: int, size: int, mapped: bool) -> Any:
        """Pins memory of the host that `owner` owns."""

    @abstractmethod
    def initialize(self) -> None:
        """Called before the first use, and possibly again."""

    @abstractmethod
    def get_ipc_handle(self, memory: Any) -> Any:
        """A handle by which another process opens the memory."""

    @abstractmethod
    def get_memory_info(self) -> MemoryInfo:
        """The free and the total memory in bytes."""

    @abstractmethod
    def reset(self) -> None:
        """Gives back what is held for the context."""

    @abstractmethod
    def defer_cleanup(self) -> AbstractContextManager[Any]:
        """Nothing is released while the context manager is active."""

    @property
    @abstractmethod
    def interface_version(self) -> int:
        """The version of this interface: 1."""


class HostOnlyCUDAMemoryManager(BaseCUDAMemoryManager):
    """A base for managers that allocate device memory themselves: the rest is done."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.allocations: dict[Any, Any] = {}
        self.deallocations = PendingDeallocations()

    @property
    def _memory(self) -> Memory:
        return self.context.memory

    def memhostalloc(
        self, size: int, mapped: bool = False, portable: bool = False, wc: bool = False
    ) -> Any:
        """New pinned host memory; with `mapped` the device sees it too."""
        memory, pending = self._memory, self.deallocations
        address = memory.allocate_host(size)
        kind = MappedMemory if mapped else PinnedMemory
        release = _Release(pending, memory.free_host, address, size if mapped else 0)
        return kind(self.context, address, size, finalizer=release)

    def mempin(self, owner: Any, pointer: int, size: int, mapped: bool = False) -> Any:
        """Pins host memory until nobody holds the result; CudaAPIError where it is pinned."""
        memory = self._memory
        memory.pin(pointer, size)
        kind = MappedMemory if mapped else PinnedMemory
        # Released at once: the same memory may be pinned again.
        return kind(self.context, pointer, size, owner, finalizer=lambda: memory.unpin(pointer))

    def memallocmanaged(self, size: int, attach_global: bool = True) -> Any:
        """New memory that host and device both use."""
        memory, pending = self._memory, self.deallocations
        address = memory.allocate_managed(size)
        release = _Release(pending, memory.free_managed, address, size)
        return ManagedMemory(self.context, address, size, finalizer=release)

    def reset(self) -> None:
        """Releases what waits for it."""
        self.allocations.clear()
        self.deallocations.clear()

    @contextmanager
    def defer_cleanup(self) -> Iterator[None]:
        """Nothing is released in the block."""
        with self.deallocations.disable():
            yield


class GetIpcHandleMixin:
    """`get_ipc_handle` for managers; no target has memory that processes share yet."""

    def get_ipc_handle(self, memory: Any) -> Any:
        """OSError: the target has no CUDA IPC."""
        raise OSError("pycu does not support CUDA IPC")


class _Release:
    """A finalizer: puts memory that was let go among what is to be released."""

    def __init__(self, pending: PendingDeallocations, free: Any, address: int, size: int) -> None:
        self._item = (free, address, size)
        self._pending = pending

    def __call__(self) -> None:
        self._pending.add_item(*self._item)


class NumbaCUDAMemoryManager(GetIpcHandleMixin, HostOnlyCUDAMemoryManager):
    """The manager that is there when the program gives none: the target's own memory."""

    def initialize(self) -> None:
        if not self.deallocations.memory_capacity:
            self.deallocations.memory_capacity = self._memory.info().total

    def memalloc(self, size: int) -> AutoFreePointer:
        memory, pending = self._memory, self.deallocations
        try:
            address = memory.allocate(size)
        except Exception:
            pending.clear()
            address = memory.allocate(size)
        release = _Release(pending, memory.free, address, size)
        return AutoFreePointer(self.context, address, size, finalizer=release)

    def get_memory_info(self) -> MemoryInfo:
        return self._memory.info()

    @property
    def interface_version(self) -> int:
        return INTERFACE_VERSION


_chosen: type[BaseCUDAMemoryManager] = NumbaCUDAMemoryManager


def chosen_manager() -> type[BaseCUDAMemoryManager]:
    """The class that new contexts make their manager of."""
    return _chosen


def set_memory_manager(mm_plugin: type[BaseCUDAMemoryManager]) -> None:
    """New contexts get their memory from this class.

    RuntimeError where its `interface_version` is not 1.
    """
    global _chosen
    version = mm_plugin(context=None).interface_version
    if version != INTERFACE_VERSION:
        raise RuntimeError(
            f"EMM Plugin interface has version {version} - version {INTERFACE_VERSION} required"
        )
    _chosen = mm_plugin
