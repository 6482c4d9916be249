"""`cuda.stream()` and its kin; what a stream does is the target's (`pycu.cuda._target.Order`)."""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Union

from pycu.cuda._target import DEFAULT, LEGACY, PER_THREAD, Order, target

if TYPE_CHECKING:
    import asyncio

_NAMES = {
    DEFAULT: "<Default CUDA stream>",
    LEGACY: "<Legacy default CUDA stream>",
    PER_THREAD: "<Per-thread default CUDA stream>",
}


class Stream:
    """An order of work: kernels, copies, events and callbacks run one after the other.

    `handle` is the stream's number (0 is the default stream), `external` tells that somebody else
    made it. Streams are made by `cuda.stream` and its kin.
    """

    def __init__(self, handle: int, order: Order | None = None, external: bool = False) -> None:
        self.handle = handle
        self.external = external
        self._order = order

    @property
    def order(self) -> Order:
        """What the stream is on the target."""
        if self._order is None:
            self._order = target().order_of(self.handle)
        return self._order

    def __int__(self) -> int:
        return self.handle

    def __cuda_stream__(self) -> tuple[int, int]:
        """The protocol's version and the handle."""
        return 0, self.handle

    def __repr__(self) -> str:
        kind = "External CUDA" if self.external else "CUDA"
        return _NAMES.get(self.handle, f"<{kind} stream {self.handle}>")

    def submit(self, work: Callable[[], object], always: bool = False) -> None:
        """Runs `work` when all that was submitted before has run.

        On the CPU target it runs on the stream's thread. What `work` needs must live in it; it gets
        the interpreter's lock, and releases it in foreign functions. An error in it is raised where
        somebody next waits for the stream, for another stream that waits for it, or for the
        context; until then the stream's other work is passed over, but for what is submitted with
        `always`. On CUDA it runs at once, and is to launch what runs in the stream.
        """
        self.order.submit(work, always)

    def submit_and_wait(self, work: Callable[[], object]) -> None:
        """Runs `work` in its turn, and returns when it has run."""
        self.order.submit_and_wait(work)

    def synchronize(self) -> None:
        """Waits until all work has run; raises the first error among it."""
        self.order.synchronize()

    @contextmanager
    def auto_synchronize(self) -> Iterator[Stream]:
        """The stream, which is awaited at the end of the block."""
        yield self
        self.synchronize()

    def add_callback(self, callback: Callable[[Stream, int, Any], Any], arg: Any = None) -> None:
        """Calls `callback(stream, status, arg)` when all that was submitted before has run.

        It is called on a thread of the stream's, and the stream's later work waits for it. `status`
        is 0, or not 0 where work failed. What the callback raises becomes a warning.
        """

        def call(status: int) -> None:
            try:
                callback(self, status, arg)
            except Exception as error:
                warnings.warn(f"Exception in stream callback: {error}", stacklevel=1)

        self.order.call(call)

    def async_done(self) -> asyncio.Future[Stream]:
        """A future of the running event loop: the stream, when all that was submitted has run."""
        import asyncio  # a tenth of the start of `pycu run`

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
    handle, order, close = target().new_order()
    result = Stream(handle, order)
    weakref.finalize(result, close).atexit = False
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
    return Stream(ptr, external=True)
