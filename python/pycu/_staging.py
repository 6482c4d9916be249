"""Host arrays as arguments of a CUDA library: copied to the device, and back where written.

Arrays that are on the device stay as they are. Arrays that overlap on the host overlap on the
device, so that every span of host memory that is used by one launch is copied once, whichever
arrays lie in it.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from itertools import repeat
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from pycu._errors import LaunchError
from pycu._manifest import Arg

if TYPE_CHECKING:
    from pycu._library import Library

ALIGNMENT = 256


class Transfer(Enum):
    """How an argument gets to the device."""

    NONE = 0  # it is there, or goes by value
    IN = 1
    OUT = 2
    BOTH = 3


Transfers = Union[Transfer, "tuple[Transfers, ...]"]  # of an argument, or of a tuple's items


def copies_nothing(transfers: Transfers) -> bool:
    """Whether no argument is memory of the host."""
    if isinstance(transfers, tuple):
        return all(map(copies_nothing, transfers))
    return transfers is Transfer.NONE


@dataclass
class Span:
    """Host bytes that one or several arrays lie in, and which way they are copied."""

    begin: int
    end: int
    is_read: bool
    is_written: bool
    slant: int = 0  # by how many bytes the elements are not aligned on the host
    buffer: int = 0

    def to_device(self, address: int) -> int:
        """Where a host address is on the device: aligned as there, if elements are."""
        return self.buffer + (self.begin - self.slant) % ALIGNMENT + (address - self.begin)


def array_args(args: Sequence[Arg], transfers: Transfers) -> Iterator[tuple[Arg, Transfer] | None]:
    """For each value of the C ABI the argument in memory that it is: an array, or a record that the
    kernel writes to; None for what is passed by value."""
    each = transfers if isinstance(transfers, tuple) else repeat(transfers)
    for arg, transfer in zip(args, each):
        if arg.kind == "tuple":
            yield from array_args(arg.items, transfer)
            continue
        in_memory = arg.kind == "array" or (arg.kind == "record" and arg.written)
        yield (arg, transfer) if in_memory else None  # type: ignore[misc]


def span_of(arg: Arg, struct: Any, transfer: Transfer) -> Span | None:
    """The bytes that an array of the host touches; an empty one touches none."""
    shape = struct.shape if arg.rank else []
    strides = struct.strides if arg.rank else []
    if transfer is Transfer.NONE or any(extent == 0 for extent in shape):
        return None
    steps = [(extent - 1) * stride for extent, stride in zip(shape, strides)]
    begin = struct.data + sum(step for step in steps if step < 0)
    end = struct.data + sum(step for step in steps if step > 0) + arg.item_size
    # Bytes between the elements come back too: they have to be there.
    has_gaps = end - begin != arg.item_size * math.prod(shape)
    is_read = transfer is not Transfer.OUT or has_gaps
    is_written = arg.written and transfer is not Transfer.IN
    return Span(begin, end, is_read, is_written, struct.data % arg.element.alignment)


def merged(spans: Sequence[Span]) -> list[Span]:
    """Spans without overlaps that cover the same bytes."""
    result: list[Span] = []
    for span in sorted(spans, key=lambda one: one.begin):
        if result and span.begin < result[-1].end:
            result[-1].is_read |= span.is_read
            result[-1].end = max(result[-1].end, span.end)
            result[-1].is_written |= span.is_written
        else:
            result.append(Span(span.begin, span.end, span.is_read, span.is_written, span.slant))
    return result


class DeviceMemory:
    """The memory functions that every module exports."""

    def __init__(self, library: Library) -> None:
        self._library = library
        pointer, size, stream = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p
        self.malloc = self._checked("malloc", [ctypes.POINTER(pointer), size])
        self.free = self._checked("free", [pointer])
        self.copy = self._checked("copy", [pointer, pointer, size, stream])
        self.sync = self._checked("sync", [stream])

    def _checked(self, name: str, argtypes: list[Any]) -> Any:
        function = self._library.function(f"{self._library.module}_{name}")
        function.argtypes = argtypes
        function.restype = ctypes.c_int

        def call(*values: Any) -> None:
            code = function(*values)
            if code != 0:
                raise LaunchError(self._library.last_error() or f"{name}: code {code}", code)

        return call

    def new(self, size: int) -> int:
        """The address of `size` bytes, at least one."""
        buffer = ctypes.c_void_p()
        self.malloc(ctypes.byref(buffer), max(size, 1))
        return buffer.value or 0

    def read(self, array: np.ndarray, address: int) -> None:
        """Fills a contiguous array from the device."""
        self.copy(array.ctypes.data, address, array.nbytes, None)
        self.sync(None)

    @contextmanager
    def copied(self, array: np.ndarray, stream: int | None = None) -> Iterator[int]:
        """The address of a copy of a contiguous array, made on the stream that will read it."""
        address = self.new(array.nbytes)
        try:
            self.copy(address, array.ctypes.data, array.nbytes, stream)
            yield address
        finally:
            self.free(address)

    @contextmanager
    def staged(
        self,
        args: Sequence[Arg],
        flat: list[Any],
        stream: int | None,
        transfers: Transfers = Transfer.BOTH,
    ) -> Iterator[None]:
        """Points the arrays of `flat` at copies on the device, and copies back what was written.

        Where something was copied it waits for the stream.
        """
        arrays = [
            (struct, span)
            for in_memory, struct in zip(array_args(args, transfers), flat)
            if in_memory is not None
            for span in [span_of(in_memory[0], struct, in_memory[1])]
            if span is not None
        ]
        spans = merged([span for _, span in arrays])
        try:
            for span in spans:
                buffer = ctypes.c_void_p()
                self.malloc(ctypes.byref(buffer), span.end - span.begin + ALIGNMENT)
                span.buffer = buffer.value or 0
                if span.is_read:
                    self.copy(span.to_device(span.begin), span.begin, span.end - span.begin, stream)
            for struct, own in arrays:
                span = next(one for one in spans if one.begin <= own.begin < one.end)
                struct.data = span.to_device(struct.data)
            yield
            for span in spans:
                if span.is_written:
                    self.copy(span.begin, span.to_device(span.begin), span.end - span.begin, stream)
            if spans:
                self.sync(stream)
        finally:
            for span in spans:
                if span.buffer:
                    self.free(span.buffer)
