"""What a launch does with its arguments before the kernel gets them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

from pycu.cuda._devicearray import DeviceNDArray
from pycu.cuda._interface import as_cuda_array, is_cuda_array


class ArgHint:
    """An array argument, and which way it is copied: `cuda.In(a)`, `cuda.Out(a)`."""

    def __init__(self, value: Any) -> None:
        self.value = value


class In(ArgHint):
    """An array that the kernel only reads."""


class Out(ArgHint):
    """An array that the kernel only writes."""


class InOut(ArgHint):
    """An array that the kernel reads and writes."""


@dataclass
class Prepared:
    """Arguments as `pycu._arguments.match` takes them."""

    values: tuple[Any, ...]

    def run(self, stream: Any, launch: Callable[[], None]) -> None:
        """Launches in the order of a stream."""
        submit = getattr(stream, "submit", None)
        if submit is None:
            launch()
        else:
            submit(launch)


def prepared(values: tuple[Any, ...]) -> Prepared:
    """Arrays of the device as what a kernel sees of them."""
    return Prepared(tuple(map(_prepared, values)))


def _prepared(value: Any) -> Any:
    if isinstance(value, ArgHint):
        value = value.value
    if isinstance(value, DeviceNDArray):
        return value._host_view()
    if isinstance(value, tuple) and any(map(is_cuda_array, value)):
        return tuple(map(_prepared, value))
    if is_cuda_array(value):
        return as_cuda_array(value)._host_view()
    return value
