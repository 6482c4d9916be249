"""CUDA's events."""

from __future__ import annotations

import ctypes
import weakref

from pycu._cudart import runtime
from pycu.cuda._gpu.order import GpuOrder
from pycu.cuda._target import Mark

DISABLE_TIMING = 2  # of cudaEventCreateWithFlags
NOT_READY = 600


class GpuMark(Mark):
    """An event of the thread's device."""

    def __init__(self, timing: bool) -> None:
        event = ctypes.c_void_p()
        runtime().cudaEventCreateWithFlags(ctypes.byref(event), 0 if timing else DISABLE_TIMING)
        self._handle = event.value or 0
        destroy = weakref.finalize(self, runtime().code, "cudaEventDestroy", self._handle)
        destroy.atexit = False

    @property
    def handle(self) -> int:
        return self._handle

    def record(self, order: GpuOrder) -> None:
        runtime().cudaEventRecord(self._handle, order.handle)

    def query(self) -> bool:
        code = runtime().code("cudaEventQuery", self._handle)
        if code not in (0, NOT_READY):
            raise runtime().error(code, "cudaEventQuery")
        return code == 0

    def synchronize(self) -> None:
        runtime().cudaEventSynchronize(self._handle)

    def wait(self, order: GpuOrder) -> None:
        runtime().cudaStreamWaitEvent(order.handle, self._handle, 0)

    def milliseconds_to(self, end: GpuMark) -> float:
        time = ctypes.c_float()
        runtime().cudaEventElapsedTime(ctypes.byref(time), self._handle, end._handle)
        return time.value
