"""Which arrays may be copied into each other, and the exceptions where they may not."""

from __future__ import annotations

from typing import Any

import numpy as np

from pycu.cuda import _shapes

errmsg_contiguous_buffer = (
    "Array contains non-contiguous buffer and cannot be transferred as a single memory region. "
    "Please ensure contiguous buffer with numpy .ascontiguousarray()"
)


def array_core(ary: Any) -> Any:
    """An array without its repeated axes, whose strides are 0: the memory that is there once."""
    if 0 not in ary.strides or not ary.size:
        return ary
    return ary[tuple(0 if stride == 0 else slice(None) for stride in ary.strides)]


def is_contiguous(ary: Any) -> bool:
    """Whether an array lies in C order, repeated axes and those of one element left aside."""
    axes = [(extent, stride) for extent, stride in zip(ary.shape, ary.strides) if stride != 0]
    shape, strides = tuple(one for one, _ in axes), tuple(one for _, one in axes)
    return _shapes.contiguity(shape, strides, ary.dtype.itemsize)[0]


def sentry_contiguous(ary: Any) -> None:
    """ValueError where an array has gaps."""
    core = array_core(ary)
    if not core.flags["C_CONTIGUOUS"] and not core.flags["F_CONTIGUOUS"]:
        raise ValueError(errmsg_contiguous_buffer)


def check_array_compatibility(ary1: Any, ary2: Any) -> None:
    """TypeError for other dtypes, ValueError for other shapes or strides; axes of one element do
    not count."""
    if ary1.dtype != ary2.dtype:
        raise TypeError(f"incompatible dtype: {ary1.dtype} vs. {ary2.dtype}")
    if ary1.shape == ary2.shape and ary1.strides == ary2.strides:
        return
    shape1, strides1 = _shapes.squeezed(ary1.shape, ary1.strides, None)
    shape2, strides2 = _shapes.squeezed(ary2.shape, ary2.strides, None)
    if shape1 != shape2:
        raise ValueError(f"incompatible shape: {ary1.shape} vs. {ary2.shape}")
    if ary1.size and strides1 != strides2:
        raise ValueError(f"incompatible strides: {ary1.strides} vs. {ary2.strides}")


def is_cuda_ndarray(obj: Any) -> bool:
    """Whether `obj` is a device array."""
    return getattr(obj, "__cuda_ndarray__", False)


def require_cuda_ndarray(obj: Any) -> None:
    """ValueError where `obj` is no device array."""
    if not is_cuda_ndarray(obj):
        raise ValueError("require an cuda ndarray object")


def verify_cuda_ndarray_interface(obj: Any) -> None:
    """ValueError or AttributeError where `obj` has not what device arrays have."""
    require_cuda_ndarray(obj)
    for name, kind in (("shape", tuple), ("strides", tuple), ("dtype", np.dtype), ("size", int)):
        if not hasattr(obj, name):
            raise AttributeError(name)
        if not isinstance(getattr(obj, name), kind):
            raise AttributeError(f"{name} must be of type {kind}")
