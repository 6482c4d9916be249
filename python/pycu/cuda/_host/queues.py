"""Queues of work that run beside the host: what a stream of the CPU target is.

A queue has a thread of its own, started when work comes and ended when none has come for a while;
it is a daemon, and what is queued when the interpreter ends is finished first. After a failure the
work that follows is passed over, as on a device, until somebody waits for the queue and gets the
error. A child of `fork` starts with empty queues: the work is the parent's.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
import traceback
import weakref
from collections import deque
from typing import Any, Callable

from pycu import _native

Work = Callable[[], object]

IDLE_SECONDS = 1.0

_all: weakref.WeakSet[Queue] = weakref.WeakSet()
# The queues that have work or an error that nobody has got yet; usually there is none.
_unfinished: set[Queue] = set()
_unfinished_lock = threading.Lock()
# Held while work of the default stream runs: other streams start nothing meanwhile.
_default_lock = _native.new_lock()
_own = threading.local()


class Queue:
    """Work that runs in its order, on a thread of its own."""

    def __init__(self) -> None:
        self._reset()
        _all.add(self)

    def _reset(self) -> None:
        # Of a lock that its owner may take again: `close` may come from the garbage collector.
        self._changed = threading.Condition(threading.RLock())
        self._items: deque[tuple[Work, bool]] = deque()
        self._submitted = 0
        self._finished = 0
        self._worker: threading.Thread | None = None
        self._closed = False
        self._error: BaseException | None = None

    def submit(self, work: Work, always: bool = False) -> int:
        """Queues `work`; the number is for `wait`. With `always` it runs after failures too."""
        with self._changed:
            self._items.append((work, always))
            self._submitted += 1
            if self._worker is None:
                self._worker = threading.Thread(target=self._run, name="pycu stream", daemon=True)
                self._worker.start()
            with _unfinished_lock:
                _unfinished.add(self)
            self._changed.notify_all()
            return self._submitted

    @property
    def failed(self) -> bool:
        """Whether work failed and nobody has got the error yet."""
        return self._error is not None

    def wait(self, number: int | None = None) -> None:
        """Waits for one item, or for all that is queued now; raises what went wrong."""
        if self.is_current():
            return  # work that waits for its own queue would wait for itself
        with self._changed:
            target = self._submitted if number is None else number
            self._changed.wait_for(lambda: self._finished >= target)
            error, self._error = self._error, None
            self._settle()
        if error is not None:
            raise error

    def is_current(self) -> bool:
        """Whether the caller is itself work of this queue."""
        return getattr(_own, "queue", None) is self

    def close(self) -> None:
        """Ends the thread as soon as nothing is queued."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _settle(self) -> None:
        if self._finished == self._submitted and self._error is None:
            with _unfinished_lock:
                _unfinished.discard(self)

    def _next(self) -> tuple[Work, bool] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._items or self._closed, IDLE_SECONDS)
            if self._items:
                return self._items.popleft()
            self._worker = None
            return None

    def _run(self) -> None:
        _own.queue = self
        while (item := self._next()) is not None:
            work, always = item
            error = None
            if always or self._error is None:
                with _default_lock:
                    pass
                try:
                    work()
                except BaseException as raised:
                    error = raised
            # What the work holds on to is let go before anybody hears that it is finished.
            del work, item
            with self._changed:
                self._error = self._error or error
                self._finished += 1
                self._settle()
                self._changed.notify_all()


def on_worker() -> bool:
    """Whether the caller is itself work of a queue."""
    return getattr(_own, "queue", None) is not None


def busy() -> list[Queue]:
    """The queues that have work, or an error to tell."""
    if not _unfinished:
        return []
    with _unfinished_lock:
        return list(_unfinished)


def wait_for_all() -> None:
    """Waits for the work of every queue; raises the first error after all have finished."""
    first: BaseException | None = None
    for queue in busy():
        try:
            queue.wait()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            first = first or error
    if first is not None:
        raise first


def run_now(work: Work) -> None:
    """Runs `work` as the default stream does: after the work of all streams, and before any that
    is queued later. The caller waits."""
    if on_worker():
        work()
        return
    while True:
        if _unfinished:
            wait_for_all()
        with _default_lock:
            if not _unfinished:  # else another thread queued work since; it may have begun
                work()
                return


def for_launches() -> tuple[Any, set[Queue]]:
    """What a launch in the default stream has to hold, and what has to be empty before."""
    return _default_lock, _unfinished


def _after_fork() -> None:
    global _unfinished_lock
    _default_lock._at_fork_reinit()
    _unfinished_lock = threading.Lock()
    _unfinished.clear()
    _own.__dict__.clear()
    for queue in list(_all):
        queue._reset()


def _finish() -> None:
    """The end of the interpreter: what is queued runs, what went wrong unnoticed is told."""
    for queue in busy():
        try:
            queue.wait()
        except Exception as error:
            lines = traceback.format_exception(type(error), error, error.__traceback__)
            print("pycu: an error in a stream that was not awaited:", file=sys.stderr)
            print("".join(lines), end="", file=sys.stderr)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
atexit.register(_finish)


def now() -> float:
    """The time of events, in seconds."""
    return time.perf_counter()
