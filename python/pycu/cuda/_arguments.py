"""What a launch does with its arguments before the kernel gets them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

import numpy as np

from pycu._staging import Transfer, Transfers
from pycu.cuda._devices import get_context
from pycu.cuda._interface import imported, is_cuda_array
from pycu.cuda._streams import DEFAULT, as_stream, external_stream
from pycu.cuda._target import target
from pycu.cuda._transfers import host_memory_extents, is_device_memory

# Values that are themselves, by their very class; np.void is looked at, for records may be pinned.
AS_THEY_ARE = frozenset({bool, int, float, complex, str, type(None), np.ndarray})


class ArgHint:
    """An array argument, and which way it is copied: `cuda.In(a)`, `cuda.Out(a)`."""

    transfer = Transfer.BOTH

    def __init__(self, value: Any) -> None:
        self.value = value


class In(ArgHint):
    """An array that the kernel only reads."""

    transfer = Transfer.IN


class Out(ArgHint):
    """An array that the kernel only writes."""

    transfer = Transfer.OUT


class InOut(ArgHint):
    """An array that the kernel reads and writes."""


def wrap_arg(value: Any, default: type[ArgHint] = InOut) -> ArgHint:
    """The hint that a value is, or the default one of it."""
    return value if isinstance(value, ArgHint) else default(value)


@dataclass
class Prepared:
    """Arguments as they were given, and as `pycu._arguments.match` takes them."""

    given: tuple[Any, ...]
    values: tuple[Any, ...]
    transfers: Transfers

    @property
    def is_on_device(self) -> bool:
        """Whether an argument is memory that only kernels on CUDA can read."""
        return not target().is_host and any(map(_is_on_device, self.given))

    def run(self, stream: Any, launch: Callable[[], None]) -> None:
        """Launches in the order of a stream; in the default stream at once, after all others.

        It returns when the kernel has run where it uses memory of the host that is not pinned,
        mapped or managed, which the caller may touch again. On CUDA who stages arguments waits.
        """
        if not target().is_host:
            launch()
            return
        if type(stream) is int and stream != DEFAULT:
            stream = external_stream(stream)
        chosen = as_stream(stream)
        if chosen.handle != DEFAULT and any(map(_is_pageable, self.given, self.values)):
            chosen.submit_and_wait(launch)
        else:
            chosen.submit(launch)


def prepared(values: tuple[Any, ...]) -> Prepared:
    """What a kernel sees of the values that it is called with.

    Arrays of the device and of other libraries are taken in their memory, with their streams
    awaited where they have one of their own; of `cuda.In(a)` the kernel gets a copy.
    """
    ready = [value if type(value) in AS_THEY_ARE else for_kernel(value) for value in values]
    transfers = Transfer.BOTH if target().is_host else tuple(map(_transfer, values))
    return Prepared(values, tuple(ready), transfers)


def _is_on_device(value: Any) -> bool:
    if isinstance(value, ArgHint):
        return _is_on_device(value.value)
    if isinstance(value, tuple):
        return any(map(_is_on_device, value))
    return is_device_memory(value) or is_cuda_array(value)


def _transfer(value: Any) -> Transfers:
    """How an argument gets to a device that has not the host's memory."""
    kind = type(value)
    if kind is not np.ndarray and (kind in AS_THEY_ARE or is_device_memory(value)):
        return Transfer.NONE
    if isinstance(value, tuple):
        return tuple(map(_transfer, value))
    if isinstance(value, ArgHint):
        own = _transfer(value.value)
        return value.transfer if own is Transfer.BOTH else own
    return Transfer.NONE if is_cuda_array(value) else Transfer.BOTH


def for_kernel(value: Any) -> Any:
    """What a kernel sees of one value."""
    if is_device_memory(value):
        return value._as_argument()
    if isinstance(value, ArgHint):
        seen = for_kernel(value.value)
        is_copied = isinstance(value, In) and target().is_host and not is_device_memory(value.value)
        return seen.copy(order="K") if is_copied and isinstance(seen, np.ndarray) else seen
    if isinstance(value, tuple):
        return _tuple_of(value, [for_kernel(item) for item in value])
    array = imported(value)
    if array is None:
        return value
    return array._as_argument() if is_device_memory(array) else array


def _tuple_of(like: tuple[Any, ...], items: list[Any]) -> tuple[Any, ...]:
    """The items as a tuple of the same class, which may have names for them."""
    if all(item is own for item, own in zip(items, like)):
        return like
    make = getattr(like, "_make", tuple)
    return make(items)


def _is_pageable(value: Any, ready: Any) -> bool:
    """Whether an argument is memory of the host that a kernel must not use after the launch."""
    kind = type(value)
    if kind is not np.ndarray and (kind in AS_THEY_ARE or is_device_memory(value)):
        return False
    if isinstance(value, ArgHint):
        return not isinstance(value, In) and _is_pageable(value.value, ready)
    if isinstance(value, tuple):
        return any(map(_is_pageable, value, ready))
    if not isinstance(ready, np.ndarray):
        return isinstance(ready, np.void)
    if is_cuda_array(value):
        return False
    begin, end = host_memory_extents(ready)
    return not get_context().memory.is_pinned(begin, end - begin)
