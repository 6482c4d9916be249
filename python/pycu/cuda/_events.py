"""`cuda.event()`: points in the work of streams, and the times at which they were reached."""

from __future__ import annotations

from pycu.cuda._streams import StreamLike, as_stream
from pycu.cuda._target import target


class Event:
    """A point in the work of a stream; before it is recorded it counts as reached."""

    def __init__(self, timing: bool = True) -> None:
        self._mark = target().mark(timing)

    @property
    def handle(self) -> int:
        """A number that no other living event has: on CUDA the event's own."""
        return self._mark.handle

    def record(self, stream: StreamLike = 0) -> None:
        """The event is reached when all that is now in `stream` has run; the host does not wait.

        In the default stream that is the work of all streams.
        """
        self._mark.record(as_stream(stream).order)

    def query(self) -> bool:
        """Whether what was last recorded has been reached."""
        return self._mark.query()

    def synchronize(self) -> None:
        """Waits until what was last recorded has been reached; raises what went wrong before it."""
        self._mark.synchronize()

    def wait(self, stream: StreamLike = 0) -> None:
        """The later work of `stream` waits until what was last recorded has been reached."""
        self._mark.wait(as_stream(stream).order)

    def elapsed_time(self, evtend: Event) -> float:
        """The milliseconds from this event to `evtend`; both must have been reached.

        CudaAPIError where one is not reached yet, was never recorded, or has no timing.
        """
        return self._mark.milliseconds_to(evtend._mark)


def event(timing: bool = True) -> Event:
    """A new event; without `timing` it only orders work."""
    return Event(timing)


def event_elapsed_time(evtstart: Event, evtend: Event) -> float:
    """The milliseconds between two events that were reached."""
    return evtstart.elapsed_time(evtend)
