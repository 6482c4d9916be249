"""What a target has to offer: devices, their memory, the order of work, points in it.

There are two, the host (`pycu.cuda._host`) and CUDA's devices (`pycu.cuda._gpu`); `target()` is the
one place that knows both. Nothing of CUDA is touched before it is first called.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Callable

from pycu._jit import settings

if TYPE_CHECKING:
    from pycu.cuda._memory import Memory

DEFAULT, LEGACY, PER_THREAD = 0, 1, 2  # handles of streams that nobody makes

Work = Callable[[], object]


class Order(ABC):
    """What a stream is on a target: work that runs one after the other."""

    @abstractmethod
    def submit(self, work: Work, always: bool = False) -> None:
        """Runs `work` when all that was submitted before has run; see `Stream.submit`."""

    @abstractmethod
    def submit_and_wait(self, work: Work) -> None:
        """Runs `work` in its turn, and returns when it has run."""

    @abstractmethod
    def synchronize(self) -> None:
        """Waits until all work has run; raises the first error among it."""

    @abstractmethod
    def call(self, function: Callable[[int], object]) -> None:
        """Calls `function(status)` in its turn; the status is not 0 where work failed."""


class Mark(ABC):
    """What an event is on a target: a point in an order of work."""

    @property
    @abstractmethod
    def handle(self) -> int:
        """A number that no other living event has."""

    @abstractmethod
    def record(self, order: Any) -> None:
        """It is reached when all that is now in `order` has run."""

    @abstractmethod
    def query(self) -> bool:
        """Whether what was last recorded has been reached; True where nothing was."""

    @abstractmethod
    def synchronize(self) -> None:
        """Waits until what was last recorded has been reached."""

    @abstractmethod
    def wait(self, order: Any) -> None:
        """The later work of `order` waits until what was last recorded has been reached."""

    @abstractmethod
    def milliseconds_to(self, end: Any) -> float:
        """The time from this mark to `end`; CudaAPIError where there is none."""


class Facts(ABC):
    """What a device says of itself."""

    name: str
    uuid: str
    compute_capability: tuple[int, int]

    @abstractmethod
    def attribute(self, name: str) -> int:
        """The attribute that the driver calls CU_DEVICE_ATTRIBUTE_`name`; AttributeError."""


class Target(ABC):
    """Where kernels run."""

    name: str  # as `pycu build --target` has it
    dlpack_kind: int  # DLPack's kind of the devices' memory
    # Whether kernels read and write the host's own memory; else arguments there are copied.
    is_host: bool

    @abstractmethod
    def version(self) -> tuple[int, int]:
        """The version of CUDA whose rules hold: major, minor."""

    @abstractmethod
    def device_count(self) -> int:
        """How many devices there are."""

    @abstractmethod
    def facts(self, number: int) -> Facts:
        """What the device with this number says of itself."""

    @abstractmethod
    def memory(self, number: int) -> Memory:
        """The memory of the device with this number."""

    @abstractmethod
    def use(self, number: int) -> None:
        """Makes a device that of the calling thread's further work."""

    @abstractmethod
    def can_access_peer(self, number: int, other: int) -> bool:
        """Whether a device reads the memory of another."""

    @abstractmethod
    def new_order(self) -> tuple[int, Order, Work]:
        """A new stream: its handle, its order, and what to call when nobody has it any more."""

    @abstractmethod
    def order_of(self, handle: int) -> Order:
        """The order of the stream with this handle, which may be somebody else's."""

    @abstractmethod
    def mark(self, timing: bool) -> Mark:
        """A new point in an order of work."""

    @abstractmethod
    def synchronize(self) -> None:
        """Waits for all work of the thread's device; raises the first error among it."""

    @abstractmethod
    def check_usable(self, address: int, size: int) -> None:
        """CudaDriverError where kernels cannot use memory that somebody else has made."""

    def memory_functions(self) -> tuple[int, int]:
        """The addresses of cudaPointerGetAttributes, which tells whether kernels can use memory
        that somebody else has made, and cudaStreamSynchronize; 0 where the host's memory is it."""
        return 0, 0

    @abstractmethod
    def profile(self, is_on: bool) -> None:
        """Tells a profiler to collect, or to stop."""


@functools.lru_cache(maxsize=1)
def target() -> Target:
    """The target of this process, which is chosen when it is first asked for.

    CudaSupportError where CUDA is asked for and cannot be used.
    """
    if settings.target() == "cuda":
        from pycu.cuda._gpu.target import GpuTarget

        return GpuTarget()
    from pycu.cuda._host.target import HostTarget

    return HostTarget()
