"""Streams of the CPU target: queues that run beside the host.

The default stream runs its work at once, on the thread that asks, when the work of all other
streams is done; so it is always synchronised with the host.
"""

from __future__ import annotations

import threading
from typing import Callable

from pycu.cuda._host import queues
from pycu.cuda._target import Order, Work

_per_thread = threading.local()


class HostOrder(Order):
    """The work of a queue; without one that of the default stream."""

    def __init__(self, queue: queues.Queue | None = None) -> None:
        self._queue = queue

    def queue(self) -> queues.Queue | None:
        """The queue of work; None where work runs at once."""
        return self._queue

    def submit(self, work: Work, always: bool = False) -> None:
        queue = self.queue()
        if queue is None:
            queues.run_now(work)
        else:
            queue.submit(work, always)

    def submit_and_wait(self, work: Work) -> None:
        queue = self.queue()
        if queue is None:
            queues.run_now(work)
        elif queue.is_current():
            work()
        else:
            queue.wait(queue.submit(work))

    def synchronize(self) -> None:
        queue = self.queue()
        if queue is not None:
            queue.wait()
        elif not queues.on_worker():
            queues.wait_for_all()

    def call(self, function: Callable[[int], object]) -> None:
        queue = self.queue()
        self.submit(lambda: function(1 if queue is not None and queue.failed else 0), always=True)


class ThreadOrder(HostOrder):
    """The calling thread's own queue."""

    def queue(self) -> queues.Queue:
        """The queue of the thread that asks."""
        if not hasattr(_per_thread, "queue"):
            _per_thread.queue = queues.Queue()
        return _per_thread.queue  # type: ignore[no-any-return]
