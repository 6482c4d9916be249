"""`cuda.event()`: points in the work of streams, and the times at which they were reached."""

from __future__ import annotations

import os
import threading
import weakref

from pycu.cuda import _errors, _queues
from pycu.cuda._streams import DEFAULT, LEGACY, StreamLike, as_stream

_records: weakref.WeakSet[_Record] = weakref.WeakSet()


class _Record:
    """One recording: complete, with its time, when all streams that it awaits have reached it."""

    def __init__(self, streams: int) -> None:
        self._left = streams
        self._lock = threading.Lock()
        self.complete = threading.Event()
        self.seconds = 0.0
        if streams == 0:
            self._finish()
        else:
            _records.add(self)

    def _finish(self) -> None:
        self.seconds = _queues.now()
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


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class Event:
    """A point in the work of a stream; before it is recorded it counts as reached."""

    def __init__(self, timing: bool = True) -> None:
        self._timing = timing
        self._record: _Record | None = None

    @property
    def handle(self) -> int:
        """A number that no other living event has."""
        return id(self)

    def record(self, stream: StreamLike = 0) -> None:
        """The event is reached when all that is now in `stream` has run; the host does not wait.

        In the default stream that is the work of all streams.
        """
        chosen = as_stream(stream)
        queue = chosen._beside()
        queues = _queues.busy() if queue is None and chosen.handle in (DEFAULT, LEGACY) else []
        if queue is not None:
            queues = [queue]
        if _queues.on_worker() and queue is None:
            queues = []
        record = self._record = _Record(len(queues))
        for one in queues:
            one.submit(record.reached, always=True)

    def query(self) -> bool:
        """Whether what was last recorded has been reached."""
        return self._record is None or self._record.complete.is_set()

    def synchronize(self) -> None:
        """Waits until what was last recorded has been reached."""
        if self._record is not None:
            self._record.complete.wait()

    def wait(self, stream: StreamLike = 0) -> None:
        """The later work of `stream` waits until what was last recorded has been reached."""
        record = self._record
        if record is not None and not record.complete.is_set():
            as_stream(stream).submit(record.complete.wait, always=True)

    def elapsed_time(self, evtend: Event) -> float:
        """The milliseconds from this event to `evtend`; both must have been reached.

        CudaAPIError where one is not reached yet, was never recorded, or has no timing.
        """
        for one in (self, evtend):
            if one._record is None or not one._timing:
                raise _errors.api_error(_errors.INVALID_HANDLE, "cuEventElapsedTime")
        if not (self.query() and evtend.query()):
            raise _errors.api_error(_errors.NOT_READY, "cuEventElapsedTime")
        return (evtend._record.seconds - self._record.seconds) * 1e3


def event(timing: bool = True) -> Event:
    """A new event; without `timing` it only orders work."""
    return Event(timing)


def event_elapsed_time(evtstart: Event, evtend: Event) -> float:
    """The milliseconds between two events that were reached."""
    return evtstart.elapsed_time(evtend)
