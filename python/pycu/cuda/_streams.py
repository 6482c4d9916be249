"""`cuda.stream()` and its kin.

On the CPU target a stream is a queue that runs beside the host (`pycu.cuda._queues`). The default
stream runs its work at once, on the thread that asks, when the work of all other streams is done;
so it is always synchronised with the host.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
import warnings
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Callable, Union

from pycu.cuda import _queues

DEFAULT, LEGACY, PER_THREAD = 0, 1, 2

_NAMES = {
    DEFAULT: "<Default CUDA stream>",
    LEGACY: "<Legacy default CUDA stream>",
    PER_THREAD: "<Per-thread default CUDA stream>",
}

# Handles look like addresses, and none is one of the special ones.
_handles = itertools.count(0x10000, 0x10)
_queue_of_handle: weakref.WeakValueDictionary[int, _queues.Queue] = weakref.WeakValueDictionary()
_per_thread = threading.local()


class Stream:
    """An order of work: kernels, copies, events and callbacks run one after the other.

    `handle` is the stream's number (0 is the default stream), `external` tells that somebody else
    made it. Streams are made by `cuda.stream` and its kin.
    """

    def __init__(
        self, handle: int, queue: _queues.Queue | None = None, external: bool = False
    ) -> None:
        self.handle = handle
        self.external = external
        self._queue = queue

    def __int__(self) -> int:
        return self.handle

    def __cuda_stream__(self) -> tuple[int, int]:
        """The protocol's version and the handle."""
        return 0, self.handle

    def __repr__(self) -> str:
        kind = "External CUDA" if self.external else "CUDA"
        return _NAMES.get(self.handle, f"<{kind} stream {self.handle}>")

    def _beside(self) -> _queues.Queue | None:
        """The queue of work; None where work runs at once."""
        if self.handle != PER_THREAD:
            return self._queue
        if not hasattr(_per_thread, "queue"):
            _per_thread.queue = _queues.Queue()
        return _per_thread.queue

    def submit(self, work: Callable[[], object], always: bool = False) -> None:
        """Runs `work` when all that was submitted before has run.

        What `work` needs must live in it; it gets the interpreter's lock, and releases it in
        foreign functions. An error in it is raised where somebody next waits for the stream, for
        another stream that waits for it, or for the context; until then the stream's other work is
        passed over, but for what is submitted with `always`.
        """
        queue = self._beside()
        if queue is None:
            _queues.run_now(work)
        else:
            queue.submit(work, always)

    def submit_and_wait(self, work: Callable[[], object]) -> None:
        """Runs `work` in its turn, and returns when it has run."""
        queue = self._beside()
        if queue is None:
            _queues.run_now(work)
        elif queue.is_current():
            work()
        else:
            queue.wait(queue.submit(work))

    def synchronize(self) -> None:
        """Waits until all work has run; raises the first error among it."""
        queue = self._beside()
        if queue is not None:
            queue.wait()
        elif not _queues.on_worker():
            _queues.wait_for_all()

    @contextmanager
    def auto_synchronize(self) -> Iterator[Stream]:
        """The stream, which is awaited at the end of the block."""
        yield self
        self.synchronize()

    def add_callback(self, callback: Callable[[Stream, int, Any], Any], arg: Any = None) -> None:
        """Calls `callback(stream, status, arg)` when all that was submitted before has run.

        It is called on the stream's thread, and the stream's later work waits for it. `status` is
        0, or not 0 where work failed. What the callback raises becomes a warning.
        """
        queue = self._beside()

        def call() -> None:
            failed = queue is not None and queue.failed
            try:
                callback(self, 1 if failed else 0, arg)
            except Exception as error:
                warnings.warn(f"Exception in stream callback: {error}", stacklevel=1)

        self.submit(call, always=True)

    def async_done(self) -> asyncio.Future[Stream]:
        """A future of the running event loop: the stream, when all that was submitted has run."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Stream] = loop.create_future()

        def resolve(status: int) -> None:
            if future.done():
                return
            if status == 0:
                future.set_result(self)
            else:
                future.set_exception(Exception(f"Stream error {status}"))

        self.add_callback(lambda stream, status, arg: loop.call_soon_threadsafe(resolve, status))
        return future


StreamLike = Union[Stream, int, None]

_default = Stream(DEFAULT)


def as_stream(stream: Any) -> Stream:
    """What a parameter `stream` means: a stream, 0 or None for the default stream, or an object of
    another library with `__cuda_stream__`."""
    if isinstance(stream, Stream):
        return stream
    if stream is None or (isinstance(stream, int) and stream == DEFAULT):
        return _default
    if hasattr(stream, "__cuda_stream__"):
        _, handle = stream.__cuda_stream__()
        return external_stream(int(handle))
    raise TypeError(f"Expected a Stream object or 0, got {type(stream).__name__}")


def stream() -> Stream:
    """A new stream, whose work runs beside the host and beside that of other streams."""
    queue = _queues.Queue()
    handle = next(_handles)
    _queue_of_handle[handle] = queue
    result = Stream(handle, queue)
    weakref.finalize(result, queue.close).atexit = False
    return result


def default_stream() -> Stream:
    """The stream of everything that names none: the legacy default stream."""
    return Stream(DEFAULT)


def legacy_default_stream() -> Stream:
    """The default stream that waits for all other streams, and they for it."""
    return Stream(LEGACY)


def per_thread_default_stream() -> Stream:
    """The calling thread's own stream: the same object names another stream on another thread."""
    return Stream(PER_THREAD)


def external_stream(ptr: int) -> Stream:
    """The stream with the handle `ptr`, which another library may have made.

    On the CPU target only streams of this process are known; another handle names a stream of its
    own.
    """
    if not isinstance(ptr, int):
        raise TypeError("ptr for external stream must be an int")
    if ptr in (DEFAULT, LEGACY, PER_THREAD):
        return Stream(ptr, external=True)
    queue = _queue_of_handle.get(ptr)
    if queue is None:
        queue = _queue_of_handle[ptr] = _queues.Queue()
    return Stream(ptr, queue, external=True)
