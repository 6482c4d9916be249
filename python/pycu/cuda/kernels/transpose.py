"""`transpose(a, b)`: a matrix on the device, turned."""

from __future__ import annotations

from typing import Any

from pycu._stubs import NAMES
from pycu.cuda._arrays import device_array, to_device
from pycu.cuda._decorators import jit
from pycu.cuda._interface import is_cuda_array

SIDE = 16
grid = NAMES["grid"]


@jit
def _turned(a: Any, b: Any) -> None:
    y, x = grid(2)
    if x < b.shape[0] and y < b.shape[1]:
        b[x, y] = a[y, x]


def transpose(a: Any, b: Any = None) -> Any:
    """Writes the transpose of the matrix `a` to `b`, or to a new array of the device; returns that.

    `a` is copied to the device if it is not there; its stream is taken where it has one.
    """
    stream = getattr(a, "stream", 0)
    a = a if is_cuda_array(a) else to_device(a, stream=stream)
    rows, columns = a.shape
    if b is None:
        b = device_array((columns, rows), dtype=a.dtype, stream=stream)
    blocks = -(-rows // SIDE), -(-columns // SIDE)
    if 0 not in blocks:
        _turned[blocks, (SIDE, SIDE), stream](a, b)
    return b
