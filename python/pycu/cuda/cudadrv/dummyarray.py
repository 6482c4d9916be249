"""Arrays without memory, as `numba.cuda.cudadrv.dummyarray` has them: a shape, strides, an offset.

NumPy computes: its arrays here lie at addresses that nobody reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pycu.cuda import _shapes

# Far from zero, so that negative strides stay positive addresses.
BASE = 1 << 40


class _Described:
    """What NumPy makes an array of that it does not look into."""

    def __init__(self, offset: int, shape: Any, strides: Any, itemsize: int) -> None:
        self.__array_interface__ = {
            "version": 3,
            "typestr": f"|V{itemsize}",
            "shape": shape,
            "strides": strides,
            "data": (BASE + offset, False),
        }


class Array:
    """An array of `shape` and `strides`; `extent` is where its first byte is, and its end."""

    is_array = True

    def __init__(self, made: np.ndarray) -> None:
        self._made = made
        self.shape = made.shape
        self.strides = made.strides
        self.itemsize = made.itemsize
        self.ndim = made.ndim
        self.size = made.size
        c_order, f_order = _shapes.contiguity(self.shape, self.strides, self.itemsize)
        self.flags = {"C_CONTIGUOUS": c_order, "F_CONTIGUOUS": f_order}

    @classmethod
    def from_desc(cls, offset: int, shape: Any, strides: Any, itemsize: int) -> Array:
        """The array that begins at an offset, with a shape and strides in bytes."""
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        strides = (strides,) if isinstance(strides, int) else tuple(strides)
        return cls(np.asarray(_Described(offset, shape, strides, itemsize)))

    @property
    def is_c_contig(self) -> bool:
        """Whether rows follow each other without a gap."""
        return self.flags["C_CONTIGUOUS"]

    @property
    def is_f_contig(self) -> bool:
        """Whether columns follow each other without a gap."""
        return self.flags["F_CONTIGUOUS"]

    @property
    def is_contiguous(self) -> bool:
        """Whether there is no gap."""
        return self.is_c_contig or self.is_f_contig

    @property
    def extent(self) -> tuple[int, int]:
        """Where its first byte is and where its last one ends."""
        begin, end = _shapes.span(self.shape, self.strides, self.itemsize)
        first = self._made.__array_interface__["data"][0] - BASE
        return first + begin, first + end

    def __getitem__(self, item: Any) -> Array:
        item = item if isinstance(item, tuple) else (item,)
        return Array(self._made[item if ... in item else (*item, ...)])

    def iter_contiguous_extent(self) -> Iterator[tuple[int, int]]:
        """The extents of its pieces without gaps."""
        if self.is_contiguous:
            yield self.extent
            return
        inner = 1 if self.strides[-1] == self.itemsize else 0
        for at in np.ndindex(*self.shape[: self.ndim - inner]):
            yield self[at].extent

    def reshape(self, *newdims: Any, order: str = "C") -> tuple[Array, list[Any]]:
        """(the array with another shape, its extents); NotImplementedError where it has gaps."""
        if len(newdims) == 1 and isinstance(newdims[0], (tuple, list)):
            newdims = tuple(newdims[0])
        new = _shapes.inferred(newdims, self.size)
        strides = _shapes.reshaped_strides(self.shape, self.strides, new, self.itemsize, order)
        if strides is None:
            raise NotImplementedError("reshape would require copy")
        made = Array.from_desc(self.extent[0], new, strides, self.itemsize)
        return made, list(self.iter_contiguous_extent())

    def squeeze(self, axis: Any = None) -> tuple[Array, list[Any]]:
        """(the array without axes of one element, its extents)."""
        shape, strides = _shapes.squeezed(self.shape, self.strides, axis)
        made = Array.from_desc(self.extent[0], shape, strides, self.itemsize)
        return made, list(self.iter_contiguous_extent())

    def ravel(self, order: str = "C") -> tuple[Array, list[Any]]:
        """(the array with one axis, its extents); NotImplementedError where it has gaps."""
        return self.reshape(self.size, order=order)
