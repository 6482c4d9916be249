"""Numba's `numba.cuda.cudadrv.dummyarray`: shapes and strides without memory."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterator
from math import prod
from typing import Any, NamedTuple

from pycu.cuda import _shapes


class Extent(NamedTuple):
    """Offsets of bytes: the first, and that behind the last."""

    begin: int
    end: int


class Element:
    """One element: the bytes that it lies in."""

    is_array = False

    def __init__(self, extent: Extent) -> None:
        self.extent = extent

    def iter_contiguous_extent(self) -> Iterator[Extent]:
        """The bytes."""
        yield self.extent


class Array:
    """An array without memory, whose first element lies at an offset in bytes."""

    is_array = True

    def __init__(
        self, offset: int, shape: _shapes.Shape, strides: _shapes.Shape, itemsize: int
    ) -> None:
        self.shape = _shapes.normalized(shape)
        self.strides = tuple(operator.index(stride) for stride in strides)
        self.itemsize = itemsize
        self.ndim = len(self.shape)
        self.size = prod(self.shape)
        begin, end = _shapes.span(self.shape, self.strides, itemsize)
        self._offset = offset
        self.extent = Extent(offset + begin, offset + end)
        self.is_c_contig, self.is_f_contig = _shapes.contiguity(self.shape, self.strides, itemsize)
        self.is_contiguous = self.is_c_contig or self.is_f_contig
        self.flags = {"C_CONTIGUOUS": self.is_c_contig, "F_CONTIGUOUS": self.is_f_contig}

    @classmethod
    def from_desc(
        cls, offset: int, shape: _shapes.Shape, strides: _shapes.Shape, itemsize: int
    ) -> Array:
        """The array of this shape and strides."""
        return cls(offset, shape, strides, itemsize)

    def __getitem__(self, item: Any) -> Array | Element:
        chosen = _shapes.selected(self.shape, self.strides, self.itemsize, item)
        offset = self._offset + chosen.offset
        if chosen.is_element:
            return Element(Extent(offset, offset + self.itemsize))
        return Array(offset, chosen.shape, chosen.strides, self.itemsize)

    def _of(self, shape: _shapes.Shape, strides: _shapes.Shape) -> tuple[Array, list[Extent]]:
        return Array(self._offset, shape, strides, self.itemsize), list(
            self.iter_contiguous_extent()
        )

    def iter_contiguous_extent(self) -> Iterator[Extent]:
        """The pieces without gaps that it consists of."""
        if self.is_contiguous:
            yield self.extent
            return
        first_is_inner = self.strides[0] < self.strides[-1]
        inner = 0 if first_is_inner else self.ndim - 1
        length = self.itemsize
        ranges = [range(extent) for extent in self.shape]
        if self.strides[inner] == self.itemsize:
            length *= self.shape[inner]
            ranges[inner] = range(1)
        for index in itertools.product(*ranges):
            begin = self._offset + sum(map(operator.mul, index, self.strides))
            yield Extent(begin, begin + length)

    def reshape(self, *newdims: Any, order: str = "C") -> tuple[Array, list[Extent] | None]:
        """The same memory in another shape, and its pieces; see `DeviceNDArray.reshape`."""
        if len(newdims) == 1 and isinstance(newdims[0], (tuple, list)):
            newdims = tuple(newdims[0])
        if newdims == self.shape:
            return self, None
        shape = _shapes.inferred(newdims, self.size)
        strides = _shapes.reshaped_strides(self.shape, self.strides, shape, self.itemsize, order)
        if strides is None:
            raise NotImplementedError("reshape would require copy")
        return self._of(shape, strides)

    def squeeze(self, axis: Any = None) -> tuple[Array, list[Extent]]:
        """The array without its axes of one element, or without those in `axis`."""
        return self._of(*_shapes.squeezed(self.shape, self.strides, axis))

    def ravel(self, order: str = "C") -> tuple[Array, list[Extent]]:
        """The same memory as one axis; NotImplementedError where it has gaps."""
        if order not in ("C", "F", "A"):
            raise ValueError("order not C|F|A")
        if not (order in "CA" and self.is_c_contig or order in "FA" and self.is_f_contig):
            raise NotImplementedError("ravel on non-contiguous array")
        return self._of((self.size,), (self.itemsize,))
