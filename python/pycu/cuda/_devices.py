"""`cuda.gpus`, `cuda.current_context()`: the devices of the target and their contexts."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Callable, TypeVar

from pycu.cuda._driver import driver
from pycu.cuda._events import Event
from pycu.cuda._managers import chosen_manager
from pycu.cuda._memory import MemoryInfo
from pycu.cuda._pending import PendingDeallocations
from pycu.cuda._streams import (
    Stream,
    default_stream,
    external_stream,
    legacy_default_stream,
    per_thread_default_stream,
    stream,
)
from pycu.cuda._target import target

T = TypeVar("T")


class Device:
    """A device of the target.

    `id`, `name`, `uuid` and `compute_capability` describe it; the driver's attributes are there
    under their names, such as `MAX_THREADS_PER_BLOCK`, `WARP_SIZE` or `MULTIPROCESSOR_COUNT`.
    """

    supports_float16 = True
    supports_bfloat16 = False
    supports_fp8 = False

    def __init__(self, number: int) -> None:
        self.id = number
        self._facts = target().facts(number)
        self.compute_capability = self._facts.compute_capability
        self.uuid = self._facts.uuid
        self.primary_context: Context | None = None

    @property
    def name(self) -> str:
        """What the device calls itself."""
        return self._facts.name

    def __getattr__(self, name: str) -> int:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._facts.attribute(name)

    def get_device_identity(self) -> dict[str, int]:
        """Where the device sits."""
        return {
            "pci_domain_id": self.PCI_DOMAIN_ID,
            "pci_bus_id": self.PCI_BUS_ID,
            "pci_device_id": self.PCI_DEVICE_ID,
        }

    def get_primary_context(self) -> Context:
        """The device's context, which is not pushed."""
        if self.primary_context is None:
            self.primary_context = Context(self)
        return self.primary_context

    def release_primary_context(self) -> None:
        """The next use gets a new context."""
        self.primary_context = None

    def reset(self) -> None:
        """Gives back what the device's context holds."""
        if self.primary_context is not None:
            self.primary_context.reset()
        self.release_primary_context()

    def __repr__(self) -> str:
        return f"<CUDA device {self.id} '{self.name}'>"

    def __hash__(self) -> int:
        return hash(self.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and self.id == other.id


class Context:
    """What a device holds for this process: memory, streams and events come from it."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.memory = target().memory(device.id)
        self.deallocations = PendingDeallocations()
        self.memory_manager: Any = chosen_manager()(context=self)
        self.extras: dict[Any, Any] = {}

    @property
    def handle(self) -> int:
        """A number that no other living context has."""
        return id(self)

    def prepare_for_use(self) -> None:
        """Lets the memory manager get ready; it may be called again."""
        self.memory_manager.initialize()

    def reset(self) -> None:
        """Waits for all work, and gives back memory that was let go."""
        target().synchronize()
        self.memory_manager.reset()
        self.deallocations.clear()
        self.memory.trim()

    def get_memory_info(self) -> MemoryInfo:
        """The free and the total memory in bytes."""
        return self.memory_manager.get_memory_info()

    def push(self) -> None:
        """Makes it the calling thread's current context."""
        _stack().append(self)
        target().use(self.device.id)
        self.prepare_for_use()

    def pop(self) -> None:
        """Makes the context before it current; it must be the current one."""
        stack = _stack()
        assert stack and stack[-1] is self, "the context is not the current one"
        stack.pop()
        _use_current(stack)

    def memalloc(self, bytesize: int) -> Any:
        """New device memory."""
        return self.memory_manager.memalloc(bytesize)

    def memallocmanaged(self, bytesize: int, attach_global: bool = True) -> Any:
        """New memory that host and device both use."""
        return self.memory_manager.memallocmanaged(bytesize, attach_global)

    def memhostalloc(
        self, bytesize: int, mapped: bool = False, portable: bool = False, wc: bool = False
    ) -> Any:
        """New pinned host memory; with `mapped` the device sees it too."""
        return self.memory_manager.memhostalloc(bytesize, mapped, portable, wc)

    def mempin(self, owner: Any, pointer: int, size: int, mapped: bool = False) -> Any:
        """Pins host memory until nobody holds the result."""
        return self.memory_manager.mempin(owner, pointer, size, mapped)

    def get_ipc_handle(self, memory: Any) -> Any:
        """A handle by which another process opens the memory; OSError where there is no IPC."""
        return self.memory_manager.get_ipc_handle(memory)

    def can_access_peer(self, peer_device: int) -> bool:
        """Whether this device reads the memory of another."""
        return target().can_access_peer(self.device.id, peer_device)

    def get_default_stream(self) -> Stream:
        """The default stream."""
        return default_stream()

    def get_legacy_default_stream(self) -> Stream:
        """The default stream that waits for all other streams."""
        return legacy_default_stream()

    def get_per_thread_default_stream(self) -> Stream:
        """The calling thread's own stream."""
        return per_thread_default_stream()

    def create_stream(self) -> Stream:
        """A new stream."""
        return stream()

    def create_external_stream(self, ptr: int) -> Stream:
        """The stream with this handle."""
        return external_stream(ptr)

    def create_event(self, timing: bool = True) -> Event:
        """A new event."""
        return Event(timing)

    def synchronize(self) -> None:
        """Waits for the work of all streams; raises the first error among it."""
        target().synchronize()

    @contextmanager
    def defer_cleanup(self) -> Iterator[None]:
        """No memory is released in the block; blocks may nest."""
        with self.memory_manager.defer_cleanup(), self.deallocations.disable():
            yield

    def __repr__(self) -> str:
        return f"<CUDA context {self.handle} of device {self.device.id}>"


class DeviceManager:
    """A device in `cuda.gpus`: `with cuda.gpus[0]:` makes its context current in the block."""

    def __init__(self, device: Device) -> None:
        self._device = device

    @property
    def device(self) -> Device:
        """The device itself."""
        return self._device

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def __enter__(self) -> None:
        self._device.get_primary_context().push()

    def __exit__(self, *error: Any) -> None:
        self._device.get_primary_context().pop()

    def __str__(self) -> str:
        return f"<Managed Device {self._device.id}>"


class DeviceList:
    """The devices, by their numbers."""

    @functools.cached_property
    def lst(self) -> list[DeviceManager]:
        """The devices as a list; CudaSupportError where they cannot be used."""
        driver.ensure_initialized()
        return [DeviceManager(Device(number)) for number in range(target().device_count())]

    def __getitem__(self, number: Any) -> Any:
        if not isinstance(number, (int, slice)):
            number = int(number)
        return self.lst[number]

    def __iter__(self) -> Iterator[DeviceManager]:
        return iter(self.lst)

    def __len__(self) -> int:
        return len(self.lst)

    def __str__(self) -> str:
        return ", ".join(str(device) for device in self.lst)

    @property
    def current(self) -> DeviceManager | None:
        """The device of the calling thread's current context; None where it has none."""
        stack = _stack()
        return self.lst[stack[-1].device.id] if stack else None


_contexts = threading.local()
_main_thread = threading.main_thread()

gpus = DeviceList()


def _stack() -> list[Context]:
    """The calling thread's contexts; the last one is current."""
    if not hasattr(_contexts, "stack"):
        _contexts.stack = []
    return _contexts.stack


def _use_current(stack: list[Context]) -> None:
    """Tells the target which device is the calling thread's, after a pop."""
    if stack:
        target().use(stack[-1].device.id)


def get_context(devnum: Any = None) -> Context:
    """The calling thread's current context, or that of device `devnum`, which becomes current.

    A thread that has none gets that of the first device. IndexError where there is no such device.
    """
    stack = _stack()
    if devnum is None:
        if stack:
            stack[-1].prepare_for_use()  # its memory manager may be another by now
            return stack[-1]
        devnum = 0
    context = gpus[int(devnum)].get_primary_context()
    if not stack or stack[-1] is not context:
        context.push()
    return context


current_context = get_context


def pop_active_context() -> int | None:
    """Pops the calling thread's current context: its handle, or None where there is none."""
    stack = _stack()
    if not stack:
        return None
    handle = stack.pop().handle
    _use_current(stack)
    return handle


def require_context(function: Callable[..., T]) -> Callable[..., T]:
    """Makes sure that there is a current context when `function` runs."""

    @functools.wraps(function)
    def with_context(*args: Any, **kwargs: Any) -> T:
        get_context()
        return function(*args, **kwargs)

    return with_context


def reset() -> None:
    """Pops the calling thread's contexts; on the main thread the devices are reset too."""
    _stack().clear()
    if threading.current_thread() is _main_thread:
        for gpu in gpus:
            gpu.reset()


close = reset


def list_devices() -> DeviceList:
    """The devices."""
    return gpus


def get_current_device() -> Device:
    """The device of the calling thread's current context."""
    return get_context().device


def select_device(device_id: int) -> Device:
    """Makes the device's context the calling thread's; IndexError where there is no such device."""
    return get_context(device_id).device


def synchronize() -> None:
    """Waits for the work of all streams; raises the first error among it."""
    get_context().synchronize()


@contextmanager
def defer_cleanup() -> Iterator[None]:
    """No memory is released in the block; blocks may nest."""
    with get_context().defer_cleanup():
        yield


def is_available() -> bool:
    """Whether there is a device to run on: on the CPU target always, unless it is disabled."""
    return driver.is_available


def cuda_error() -> str | None:
    """Why there is no device; None where there is one."""
    return driver.initialization_error


def is_supported_version() -> bool:
    """Whether the version of CUDA is one that is known to work."""
    return True


def is_float16_supported() -> bool:
    """Whether kernels have 16-bit floats."""
    return get_current_device().supports_float16


def is_bfloat16_supported() -> bool:
    """Whether kernels have bfloat16."""
    return get_current_device().supports_bfloat16


def is_fp8_supported() -> bool:
    """Whether kernels have 8-bit floats."""
    return get_current_device().supports_fp8


def detect() -> bool:
    """Prints the devices; whether there is one that is supported."""
    print(f"Found {len(gpus)} CUDA devices")
    for gpu in gpus:
        device = gpu.device
        print(f"id {device.id}    {device.name:>20} {'[SUPPORTED]':>40}")
        facts = {
            "Compute Capability": "{}.{}".format(*device.compute_capability),
            "PCI Device ID": device.PCI_DEVICE_ID,
            "PCI Bus ID": device.PCI_BUS_ID,
            "UUID": device.uuid,
            "Watchdog": "Enabled" if device.KERNEL_EXEC_TIMEOUT else "Disabled",
            "FP32/FP64 Performance Ratio": device.SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO,
            "FP16 Support": "Yes" if device.supports_float16 else "No",
            "BF16 Support": "Yes" if device.supports_bfloat16 else "No",
            "FP8 Support": "Yes" if device.supports_fp8 else "No",
        }
        for name, fact in facts.items():
            print(f"{name:>40}: {fact}")
    print("Summary:")
    print(f"\t{len(gpus)}/{len(gpus)} devices are supported")
    return len(gpus) > 0
