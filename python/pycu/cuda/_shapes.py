"""Shapes, strides and what follows from them; nothing here touches memory."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

Shape = tuple[int, ...]


def prepare(shape: Any, strides: Any, dtype: Any, order: str) -> tuple[Shape, Shape, np.dtype[Any]]:
    """What a caller gave as the shape, strides (None: contiguous in `order`) and dtype of an array.

    A shape is an integer or a sequence of them; anything else is a TypeError.
    """
    dtype = np.dtype(dtype)
    floating = isinstance(shape, (float, np.floating)) or (
        isinstance(shape, np.ndarray) and np.issubdtype(shape.dtype, np.floating)
    )
    if floating:
        raise TypeError("shape must be an integer or tuple of integers")
    extents = normalized(shape)
    if isinstance(strides, int):
        return extents, (strides,), dtype
    if strides:
        return extents, tuple(operator.index(stride) for stride in strides), dtype
    return extents, contiguous_strides(extents, dtype.itemsize, order), dtype


def normalized(shape: Any) -> Shape:
    """A shape as a tuple of Python integers."""
    if isinstance(shape, (int, np.integer)):
        shape = (shape,)
    extents = []
    for extent in shape:
        if not isinstance(extent, (int, np.integer)):
            raise TypeError(f"shape elements must be integers, got {type(extent).__name__}")
        if extent < 0:
            raise ValueError("negative dimensions are not allowed")
        extents.append(int(extent))
    return tuple(extents)


def contiguous_strides(shape: Sequence[int], itemsize: int, order: str) -> Shape:
    """The strides of an array without gaps, in the order C or F."""
    if order not in ("C", "F"):
        raise ValueError("must be either C/F order")
    strides = []
    step = itemsize
    for extent in shape if order == "F" else reversed(shape):
        strides.append(step)
        step *= extent
    return tuple(strides if order == "F" else reversed(strides))


def strides_like(shape: Shape, strides: Shape, itemsize: int) -> Shape:
    """The strides of an array without gaps whose axes lie in memory as those of another array do.

    The rule is that of `np.empty_like`.
    """
    c_order, f_order = contiguity(shape, strides, itemsize)
    if c_order or f_order:
        return contiguous_strides(shape, itemsize, "C" if c_order else "F")
    inner_first = sorted(reversed(range(len(shape))), key=lambda axis: abs(strides[axis]))
    result = [0] * len(shape)
    step = itemsize
    for axis in inner_first:
        result[axis] = step
        step *= shape[axis]
    return tuple(result)


def span(shape: Shape, strides: Shape, itemsize: int) -> tuple[int, int]:
    """The bytes that an array touches, from its first element: begin (at most 0) and end."""
    if 0 in shape:
        return 0, 0
    steps = [(extent - 1) * stride for extent, stride in zip(shape, strides)]
    begin = sum(step for step in steps if step < 0)
    end = sum(step for step in steps if step > 0) + itemsize
    return begin, end


def memory_size_from_info(shape: Shape, strides: Shape, itemsize: int) -> int:
    """The bytes from the first to the last that an array touches."""
    assert len(shape) == len(strides), "# dim mismatch"
    begin, end = span(shape, strides, itemsize)
    return end - begin


def contiguity(shape: Shape, strides: Shape, itemsize: int) -> tuple[bool, bool]:
    """Whether an array lies without gaps in the order C, and whether in the order F.

    Axes of one element do not matter, arrays without elements are contiguous.
    """
    if 0 in shape:
        return True, True

    def without_gaps(axes: Sequence[tuple[int, int]]) -> bool:
        step = itemsize
        for extent, stride in axes:
            if extent != 1 and stride != step:
                return False
            step *= extent
        return True

    axes = list(zip(shape, strides))
    return without_gaps(axes[::-1]), without_gaps(axes)


def inferred(shape: Sequence[int], size: int) -> Shape:
    """The shape that a caller of reshape gave, with -1 replaced; it holds `size` elements."""
    known = prod(extent for extent in shape if extent >= 0)
    unknown = sum(extent < 0 for extent in shape)
    if unknown > 1:
        raise ValueError("can only specify one unknown dimension")
    if unknown:
        if known == 0 or size % known != 0:
            raise ValueError("cannot infer valid shape for unknown dimension")
        return tuple(size // known if extent < 0 else extent for extent in shape)
    if known != size:
        raise ValueError("reshape changes the size of the array")
    return tuple(shape)


def reshaped_strides(
    shape: Shape, strides: Shape, new: Shape, itemsize: int, order: str
) -> Shape | None:
    """The strides of the same memory under the shape `new`, of as many elements.

    An array without gaps is its memory, in whichever order it lay, as Numba has it: an array in
    Fortran order, reshaped in C order, is not what NumPy would copy together. None: only a copy
    could have that shape.
    """
    if order not in ("C", "F", "A"):
        raise ValueError("order not C|F|A")
    c_order, f_order = contiguity(shape, strides, itemsize)
    if order == "A":
        order = "F" if f_order else "C"
    if c_order or f_order:
        return contiguous_strides(new, itemsize, order)
    if order == "C":
        return _split_axes(shape, strides, new, itemsize)
    result = _split_axes(shape[::-1], strides[::-1], new[::-1], itemsize)
    return None if result is None else result[::-1]


def _split_axes(shape: Shape, strides: Shape, new: Shape, itemsize: int) -> Shape | None:
    """`reshaped_strides` in C order: axes that lie without gaps are joined and split anew."""
    joined: list[tuple[int, int]] = []
    for extent, stride in zip(shape, strides):
        if extent == 1:
            continue
        if joined and joined[-1][1] == extent * stride:
            joined[-1] = (joined[-1][0] * extent, stride)
        else:
            joined.append((extent, stride))
    left, step = 1, itemsize
    result = []
    for extent in reversed(new):
        if extent != 1 and left == 1:
            left, step = joined.pop()
        if left % extent:
            return None
        result.append(step)
        left //= extent
        step *= extent
    return tuple(reversed(result))


def squeezed(shape: Shape, strides: Shape, axis: Any) -> tuple[Shape, Shape]:
    """The shape and strides without the axes of one element, or without those in `axis`."""
    rank = len(shape)
    if axis is None:
        dropped = {at for at, extent in enumerate(shape) if extent == 1}
    else:
        dropped = {operator.index(one) for one in (axis if isinstance(axis, tuple) else (axis,))}
        for at in dropped:
            if not -rank <= at < rank:
                raise IndexError("tuple index out of range")
            if shape[at] != 1:
                raise ValueError(
                    "cannot select an axis to squeeze out which has size not equal to one"
                )
        dropped = {at % rank for at in dropped}
    kept = [at for at in range(rank) if at not in dropped]
    return tuple(shape[at] for at in kept), tuple(strides[at] for at in kept)


class Selection(NamedTuple):
    """The part of an array that an index names; `offset` is where it begins, in bytes."""

    shape: Shape
    strides: Shape
    offset: int
    is_element: bool


class _Nowhere:
    """An array for NumPy to take views of, in memory that nobody reads."""

    address = 1 << 40

    def __init__(self, shape: Shape, strides: Shape, itemsize: int) -> None:
        self.__array_interface__ = {
            "version": 3,
            "data": (self.address, True),
            "shape": shape,
            "strides": strides,
            "typestr": f"|V{max(itemsize, 1)}",
        }


def selected(shape: Shape, strides: Shape, itemsize: int, item: Any) -> Selection:
    """What `array[item]` is, for integers, slices, `...` and None as NumPy takes them.

    IndexError for an index that is out of bounds or names no view.
    """
    items = item if isinstance(item, tuple) else (item,)
    items = tuple([_checked_index(one) for one in items])
    axes = sum(one is not Ellipsis and one is not None for one in items)
    if axes > len(shape):
        raise IndexError(f"{axes - len(shape)} extra indices given")
    is_element = axes == len(shape) and all(isinstance(one, int) for one in items)
    # `...` makes a view of an element too.
    layout = np.asarray(_Nowhere(shape, strides, itemsize))
    chosen = layout[items if Ellipsis in items else (*items, Ellipsis)]
    offset = chosen.__array_interface__["data"][0] - _Nowhere.address if chosen.size else 0
    return Selection(chosen.shape, chosen.strides, offset, is_element)


def _checked_index(index: Any) -> Any:
    """An index that names a view: an integer, a slice, `...` or None."""
    if index is None or index is Ellipsis or isinstance(index, slice):
        return index
    if isinstance(index, (bool, np.bool_)):
        raise IndexError("device arrays take no boolean indices")
    try:
        return operator.index(index)
    except TypeError:
        raise IndexError(
            f"device arrays take integers and slices as indices, not {type(index).__name__}"
        ) from None
