"""Work of a stream that goes on when the test says so.

On the CPU target it is a function that waits. The device of tests/ptx, which stands in for a GPU,
needs none: it runs nothing before somebody waits for it.
"""

from __future__ import annotations

import threading
import time
from typing import Any

from pycu._jit import settings

SECONDS = 0.05


class Gate:
    """What was submitted before is done; what is submitted later waits for `opened`."""

    def __init__(self, stream: Any) -> None:
        self.opened = threading.Event()
        self.begun = threading.Event()
        if settings.target() == "cpu":
            stream.submit(self._work)
            assert self.begun.wait(10)

    def _work(self) -> None:
        self.begun.set()
        assert self.opened.wait(10)


def delay(stream: Any) -> None:
    """Lets the later work of a stream begin in a while."""
    if settings.target() == "cpu":
        stream.submit(lambda: time.sleep(SECONDS))
