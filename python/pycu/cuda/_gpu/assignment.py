"""Assignments between arrays of a device: copies of bytes, or ufuncs that return what they get."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from pycu.cuda import _shapes

if TYPE_CHECKING:
    from pycu._ufunc import Ufunc
    from pycu.cuda._memory import Memory
    from pycu.cuda._streams import Stream

UNITS = (8, 4, 2, 1)  # bytes of what is copied at once


def assign(memory: Memory, to: Any, source: Any, stream: Stream) -> None:
    """`to[...] = source`: broadcast, and cast as kernels cast."""
    if to.size == 0:
        return
    to, source = _plain(to), _plain(source)
    if to.dtype == source.dtype and _is_one_block(to, source):
        begin = to.gpu_data.device_pointer, source.gpu_data.device_pointer
        memory.copy(*begin, to.alloc_size, stream, keep=(to, source))
        return
    if overlap(to, source):
        source = _copied(memory, source, stream)
    if to.dtype != source.dtype:
        _cast(to.dtype, source.dtype)(source, out=to, stream=stream)
        return
    unit = next(one for one in UNITS if all(_fits(array, one) for array in (to, source)))
    _same()(_in_units(source, unit), out=_in_units(to, unit), stream=stream)


def _plain(array: Any) -> Any:
    """A mapped or managed array as one of the device."""
    return array._device_view() if isinstance(array, np.ndarray) else array


def _is_one_block(to: Any, source: Any) -> bool:
    """Whether the elements of both lie without gaps, in the same order."""
    if to.shape != source.shape:
        return to.size == source.size == 1
    return any(a and b for a, b in zip(to._contiguity, source._contiguity))


def _extent(array: Any) -> tuple[int, int]:
    begin, end = _shapes.span(array.shape, array.strides, array.dtype.itemsize)
    first = array.device_ctypes_pointer.value
    return first + begin, first + end


def overlap(a: Any, b: Any) -> bool:
    """Whether two arrays of the device may share bytes."""
    (a_begin, a_end), (b_begin, b_end) = _extent(a), _extent(b)
    return a_begin < b_end and b_begin < a_end


def _copied(memory: Memory, array: Any, stream: Stream) -> Any:
    """The elements of an array in memory of their own."""
    strides = _shapes.contiguous_strides(array.shape, array.dtype.itemsize, "C")
    made = array._array_type(array.shape, strides, array.dtype, array.stream)
    assign(memory, made, array, stream)
    return made


def _fits(array: Any, unit: int) -> bool:
    """Whether elements can be copied in units of so many bytes."""
    numbers = (array.dtype.itemsize, array.gpu_data.device_pointer, *array.strides)
    return all(number % unit == 0 for number in numbers)


def _in_units(array: Any, unit: int) -> Any:
    """An array as one of unsigned integers, with an axis for those of an element."""
    shape = (*array.shape, array.dtype.itemsize // unit)
    return array._array_type(shape, (*array.strides, unit), f"u{unit}", 0, array.gpu_data)


def _itself(value):  # type: ignore[no-untyped-def]
    return value


@functools.lru_cache(maxsize=1)
def _same() -> Ufunc:
    """Copies unsigned integers of every size."""
    return _compiled([f"uint{8 * unit}(uint{8 * unit})" for unit in reversed(UNITS)])


@functools.lru_cache(maxsize=64)
def _cast(to: np.dtype[Any], source: np.dtype[Any]) -> Ufunc:
    from pycu import types

    return _compiled([types.from_dtype(to)(types.from_dtype(source))])


def _compiled(signatures: list[Any]) -> Ufunc:
    from pycu.cuda._ufuncs import compiled

    return compiled(_itself, signatures, "vectorize", "")
