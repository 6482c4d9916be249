"""The functions that make arrays for the device: `cuda.to_device`, `cuda.device_array`, ..."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from pycu._jit import settings
from pycu.cuda import _shapes
from pycu.cuda._devicearray import (
    DeviceNDArray,
    auto_device,
    from_array_like,
)
from pycu.cuda._devices import get_context
from pycu.cuda._mapped import ManagedNDArray, MappedNDArray
from pycu.cuda._transfers import host_memory_extents


def to_device(obj: Any, stream: Any = 0, copy: bool = True, to: Any = None) -> Any:
    """`obj` on the device: a `DeviceNDArray`, or a `DeviceRecord` of a record.

    `obj` is an array without gaps, a record, or what NumPy makes an array of; what is on the device
    is returned as it is. The copy is made in `stream`; with `copy` false the memory is not set.
    With `to`, an array of the device, the copy goes there. ValueError for an array with gaps.
    """
    if to is None:
        return auto_device(obj, stream=stream, copy=copy, user_explicit=True)[0]
    if copy:
        to.copy_to_device(obj, stream=stream)
    return to


def device_array(
    shape: Any, dtype: Any = np.float64, strides: Any = None, order: str = "C", stream: Any = 0
) -> DeviceNDArray:
    """A device array whose elements are not set; with `--debug` floats are NaN and integers -1,
    which the results show.

    `shape` is an integer or a sequence of them, `strides` are bytes (None: without gaps in
    `order`), `stream` is the stream of its copies.
    """
    shape, strides, dtype = _shapes.prepare(shape, strides, dtype, order)
    made = DeviceNDArray(shape=shape, strides=strides, dtype=dtype, stream=stream)
    if settings.debug and made.size > 0:
        made.gpu_data.memset(0xFF)
    return made


def _host_array_in(kind: Any, piece: Any, shape: Any, strides: Any, dtype: Any) -> Any:
    return kind(shape=shape, strides=strides, dtype=dtype, buffer=piece)


def pinned_array(
    shape: Any, dtype: Any = np.float64, strides: Any = None, order: str = "C"
) -> np.ndarray:
    """A host array in pinned memory, whose copies go on beside the host; its elements are not
    set."""
    shape, strides, dtype = _shapes.prepare(shape, strides, dtype, order)
    piece = get_context().memhostalloc(
        _shapes.memory_size_from_info(shape, strides, dtype.itemsize)
    )
    return _host_array_in(np.ndarray, piece, shape, strides, dtype)


def mapped_array(
    shape: Any,
    dtype: Any = np.float64,
    strides: Any = None,
    order: str = "C",
    stream: Any = 0,
    portable: bool = False,
    wc: bool = False,
) -> MappedNDArray:
    """A host array that kernels take without a copy; its elements are not set.

    `portable` (all devices see it) and `wc` (the host rather writes than reads it) are taken.
    """
    shape, strides, dtype = _shapes.prepare(shape, strides, dtype, order)
    size = _shapes.memory_size_from_info(shape, strides, dtype.itemsize)
    piece = get_context().memhostalloc(size, mapped=True, portable=portable, wc=wc)
    array = _host_array_in(MappedNDArray, piece, shape, strides, dtype)
    array.device_setup(piece, stream=stream)
    return array


def managed_array(
    shape: Any,
    dtype: Any = np.float64,
    strides: Any = None,
    order: str = "C",
    stream: Any = 0,
    attach_global: bool = True,
) -> ManagedNDArray:
    """An array that host and kernels both use; its elements are not set.

    With `attach_global` all streams may use it at any time.
    """
    shape, strides, dtype = _shapes.prepare(shape, strides, dtype, order)
    piece = get_context().memallocmanaged(
        _shapes.memory_size_from_info(shape, strides, dtype.itemsize), attach_global
    )
    array = _host_array_in(ManagedNDArray, piece, shape, strides, dtype)
    array.device_setup(piece, stream=stream)
    return array


def _strides_like(ary: Any) -> tuple[int, ...]:
    return _shapes.strides_like(tuple(ary.shape), tuple(ary.strides), ary.dtype.itemsize)


def device_array_like(ary: Any, stream: Any = 0) -> DeviceNDArray:
    """A device array of the shape, dtype and order of `ary`, without gaps."""
    return device_array(ary.shape, ary.dtype, _strides_like(ary), stream=stream)


def mapped_array_like(
    ary: Any, stream: Any = 0, portable: bool = False, wc: bool = False
) -> MappedNDArray:
    """A mapped array of the shape, dtype and order of `ary`, without gaps."""
    return mapped_array(
        ary.shape, ary.dtype, _strides_like(ary), stream=stream, portable=portable, wc=wc
    )


def pinned_array_like(ary: Any) -> np.ndarray:
    """A pinned array of the shape, dtype and order of `ary`, without gaps."""
    return pinned_array(ary.shape, ary.dtype, _strides_like(ary))


@contextmanager
def _pieces(arrays: tuple[Any, ...], mapped: bool) -> Iterator[list[Any]]:
    """The memory of host arrays, pinned in the block."""
    pieces: list[Any] = []
    try:
        for array in arrays:
            begin, end = host_memory_extents(array)
            pieces.append(get_context().mempin(array, begin, end - begin, mapped=mapped))
        yield pieces
    finally:
        # What the block kept of the arrays does not keep them pinned.
        for piece in pieces:
            piece.free()


@contextmanager
def pinned(*arylist: Any) -> Iterator[None]:
    """Host arrays are pinned in the block: their copies go on beside the host.

    CudaAPIError where one is pinned already.
    """
    with _pieces(arylist, mapped=False):
        yield


@contextmanager
def mapped(*arylist: Any, stream: Any = 0) -> Iterator[Any]:
    """Host arrays as arrays of the device in the same memory, for the block: one or a list."""
    with _pieces(arylist, mapped=True) as pieces:
        arrays = [
            from_array_like(array, stream=stream, gpu_data=_from_first_element(piece, array))
            for piece, array in zip(pieces, arylist)
        ]
        yield arrays[0] if len(arrays) == 1 else arrays


def _from_first_element(piece: Any, array: Any) -> Any:
    return piece.view(array.ctypes.data - piece.device_pointer)
