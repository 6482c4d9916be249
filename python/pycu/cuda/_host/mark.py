"""Events of the CPU target: points in the work of queues, and when they were reached."""

from __future__ import annotations

import os
import threading
import weakref

from pycu.cuda import _errors
from pycu.cuda._host import queues
from pycu.cuda._host.order import HostOrder
from pycu.cuda._target import Mark

_records: weakref.WeakSet[_Record] = weakref.WeakSet()


class _Record:
    """One recording: complete, with its time, when all streams that it awaits have reached it."""

    def __init__(self, streams: int) -> None:
        self._left = streams
        self._lock = threading.Lock()
        self.complete = threading.Event()
        self.seconds = 0.0
        # the queues that it is in, and its number in each
        self.items: list[tuple[queues.Queue, int]] = []
        if streams == 0:
            self._finish()
        else:
            _records.add(self)

    def _finish(self) -> None:
        self.seconds = queues.now()
        self.complete.set()

    def reached(self) -> None:
        """One of the streams has come to it."""
        with self._lock:
            self._left -= 1
            if self._left == 0:
                self._finish()


def _after_fork() -> None:
    """A child of `fork` has not the work that its parent queued: it waits for none of it."""
    for record in list(_records):
        record.complete = threading.Event()
        record.complete.set()
        record.items = []


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class HostMark(Mark):
    """A point in the work of a queue; in the default stream, of all queues."""

    def __init__(self, timing: bool) -> None:
        self._timing = timing
        self._record: _Record | None = None

    @property
    def handle(self) -> int:
        return id(self)

    def record(self, order: HostOrder) -> None:
        queue = order.queue()
        awaited = [queue] if queue is not None else [] if queues.on_worker() else queues.busy()
        record = self._record = _Record(len(awaited))
        record.items = [(one, one.submit(record.reached, always=True)) for one in awaited]

    def query(self) -> bool:
        return self._record is None or self._record.complete.is_set()

    def synchronize(self) -> None:
        if self._record is not None:
            self._record.complete.wait()
            for queue, number in self._record.items:
                queue.wait(number)  # which has come there, and raises what went wrong before

    def wait(self, order: HostOrder) -> None:
        record = self._record
        if record is not None and not record.complete.is_set():
            order.submit(record.complete.wait, always=True)

    def milliseconds_to(self, end: HostMark) -> float:
        for one in (self, end):
            if one._record is None or not one._timing:
                raise _errors.api_error(_errors.INVALID_HANDLE, "cuEventElapsedTime")
        if not (self.query() and end.query()):
            raise _errors.api_error(_errors.NOT_READY, "cuEventElapsedTime")
        return (end._record.seconds - self._record.seconds) * 1e3
