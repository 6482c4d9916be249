"""CUDA's streams. What is submitted launches work, which runs in its turn on the device."""

from __future__ import annotations

import ctypes
import itertools
from typing import Any, Callable

from pycu._cudart import runtime
from pycu.cuda._target import Order, Work

_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
# Functions that streams will call, by numbers that the runtime passes on.
_waiting: dict[int, Callable[[int], object]] = {}
_numbers = itertools.count(1)


@_CALLBACK
def _called(stream: Any, status: int, number: int) -> None:
    _waiting.pop(number)(status)


class GpuOrder(Order):
    """The stream with a handle."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def submit(self, work: Work, always: bool = False) -> None:
        work()

    def submit_and_wait(self, work: Work) -> None:
        work()
        self.synchronize()

    def synchronize(self) -> None:
        runtime().cudaStreamSynchronize(self.handle)

    def call(self, function: Callable[[int], object]) -> None:
        number = next(_numbers)
        _waiting[number] = function
        try:
            runtime().cudaStreamAddCallback(self.handle, _called, number, 0)
        except Exception:
            _waiting.pop(number, None)
            raise
