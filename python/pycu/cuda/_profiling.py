"""`cuda.profile_start()` and its kin: marks for a profiler, of which the CPU target has none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pycu.cuda._target import target


def profile_start() -> None:
    """A profiler that is attached collects from here on."""
    target().profile(True)


def profile_stop() -> None:
    """A profiler that is attached stops collecting."""
    target().profile(False)


@contextmanager
def profiling() -> Iterator[None]:
    """A profiler that is attached collects in the block."""
    profile_start()
    try:
        yield
    finally:
        profile_stop()
