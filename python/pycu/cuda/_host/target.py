"""The CPU target: one device, the machine's processor.

It says of itself what kernels built for it can count on: the limits of the newest devices.
"""

from __future__ import annotations

import functools
import itertools
import os
import weakref

from pycu.cuda._host import queues
from pycu.cuda._host.mark import HostMark
from pycu.cuda._host.memory import HostMemory, check_readable
from pycu.cuda._host.order import HostOrder, ThreadOrder
from pycu.cuda._host.processor import ATTRIBUTES, COMPUTE_CAPABILITY, processor_name, workers
from pycu.cuda._target import DEFAULT, LEGACY, PER_THREAD, Facts, Order, Target, Work

CUDA_VERSION = (13, 0)
DLPACK_CPU = 1


class Processor(Facts):
    """What the processor says of itself."""

    compute_capability = COMPUTE_CAPABILITY
    uuid = f"GPU-00000000-0000-0000-0000-{0:012x}"

    @functools.cached_property
    def name(self) -> str:  # type: ignore[override]
        """What the machine calls it."""
        return processor_name()

    def attribute(self, name: str) -> int:
        if name == "MULTIPROCESSOR_COUNT":  # how many blocks run at the same time
            return workers()
        try:
            return ATTRIBUTES[name]
        except KeyError:
            raise AttributeError(f"the CPU target has no device attribute {name}") from None


class HostTarget(Target):
    """Kernels run on the host, in memory of their own."""

    name = "cpu"
    dlpack_kind = DLPACK_CPU
    is_host = True

    def __init__(self) -> None:
        self._memory = HostMemory()
        self._queues: weakref.WeakValueDictionary[int, queues.Queue] = weakref.WeakValueDictionary()
        # They look like addresses, and none is one of the special ones.
        self._handles = itertools.count(0x10000, 0x10)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._memory.after_fork)

    def version(self) -> tuple[int, int]:
        return CUDA_VERSION

    def device_count(self) -> int:
        return 1

    def facts(self, number: int) -> Facts:
        return Processor()

    def memory(self, number: int) -> HostMemory:
        return self._memory

    def use(self, number: int) -> None:
        pass

    def can_access_peer(self, number: int, other: int) -> bool:
        return False

    def new_order(self) -> tuple[int, Order, Work]:
        queue = queues.Queue()
        handle = next(self._handles)
        self._queues[handle] = queue
        return handle, HostOrder(queue), queue.close

    def order_of(self, handle: int) -> Order:
        """Only streams of this process are known; another handle names a stream of its own."""
        if handle in (DEFAULT, LEGACY):
            return HostOrder()
        if handle == PER_THREAD:
            return ThreadOrder()
        queue = self._queues.get(handle)
        if queue is None:
            queue = self._queues[handle] = queues.Queue()
        return HostOrder(queue)

    def mark(self, timing: bool) -> HostMark:
        return HostMark(timing)

    def synchronize(self) -> None:
        if not queues.on_worker():
            queues.wait_for_all()

    def check_usable(self, address: int, size: int) -> None:
        check_readable(address, size)

    def profile(self, is_on: bool) -> None:
        """There is no profiler."""
