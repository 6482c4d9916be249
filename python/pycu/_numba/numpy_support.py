"""`numba.np.numpy_support`: dtypes and types."""

from __future__ import annotations

from typing import Any

import numpy as np

from pycu._numba.special import carray, farray
from pycu.types import as_dtype, as_struct_dtype, from_dtype, from_struct_dtype, map_layout

numpy_version = tuple(map(int, np.__version__.split(".")[:2]))


def is_array(val: Any) -> bool:
    """Whether it is NumPy's array."""
    return isinstance(val, np.ndarray)


def map_arrayscalar_type(val: Any) -> Any:
    """The type of a scalar of NumPy's, or of a number of Python's."""
    return from_dtype(val.dtype if isinstance(val, np.generic) else np.dtype(type(val)))


def strides_from_shape(
    shape: tuple[int, ...], itemsize: int, *, c_contiguous: bool = False, f_contiguous: bool = False
) -> tuple[int, ...]:
    """The strides, in bytes, of an array without gaps."""
    if c_contiguous == f_contiguous:
        raise ValueError("exactly one of c_contiguous and f_contiguous is to be True")
    order = shape[::-1] if c_contiguous else shape
    strides = [itemsize]
    for extent in order[:-1]:
        strides.append(strides[-1] * extent)
    strides = strides[: len(shape)]
    return tuple(strides[::-1] if c_contiguous else strides)


__all__ = [
    "as_dtype",
    "as_struct_dtype",
    "carray",
    "farray",
    "from_dtype",
    "from_struct_dtype",
    "is_array",
    "map_arrayscalar_type",
    "map_layout",
    "numpy_version",
    "strides_from_shape",
]
