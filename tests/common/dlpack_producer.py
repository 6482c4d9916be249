"""A library of tensors whose class has DLPack's function for others in C, as PyTorch's has."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np


class _Tensor(ctypes.Structure):
    """DLTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32),
        ("number", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("offset", ctypes.c_uint64),
    ]


_Deleter = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
_Export = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(ctypes.c_void_p))


class _Versioned(ctypes.Structure):
    """DLManagedTensorVersioned."""

    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("manager", ctypes.c_void_p),
        ("deleter", _Deleter),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    ]


class _Exchange(ctypes.Structure):
    """DLPackExchangeAPI, as far as others call it."""

    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("previous", ctypes.c_void_p),
        ("allocate", ctypes.c_void_p),
        ("export", _Export),
    ]


CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
_given: dict[int, tuple[Any, ...]] = {}  # what others hold, by address


@_Deleter
def _delete(address: int) -> None:
    owner = _given.pop(address)[0]
    owner.deleted += 1


@_Export
def _export(owner: Exchanging, to: Any) -> int:
    own = owner.own
    if own.dtype.kind not in CODES or not own.dtype.isnative:
        return -1
    extents = ctypes.c_int64 * max(own.ndim, 1)
    shape = extents(*own.shape)
    strides = extents(*(one // own.itemsize for one in own.strides))
    tensor = _Tensor(own.ctypes.data, owner.device[0], 0, own.ndim, CODES[own.dtype.kind])
    tensor.bits, tensor.lanes = 8 * own.itemsize, 1
    tensor.shape, tensor.strides = ctypes.addressof(shape), ctypes.addressof(strides)
    made = _Versioned(1, 1, None, _delete, 0 if own.flags.writeable else 1, tensor)
    address = ctypes.addressof(made)
    _given[address] = (owner, made, shape, strides)
    to[0] = address
    owner.given += 1
    return 0


_exchange = _Exchange(1, 3, None, None, _export)
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Exchanging:
    """A tensor; `given` and `deleted` count the structs that others got and gave back."""

    __dlpack_c_exchange_api__ = _new_capsule(
        ctypes.addressof(_exchange), b"dlpack_exchange_api", None
    )
    device = (1, 0)
    requires_grad = False

    def __init__(self, own: np.ndarray) -> None:
        self.own = own
        self.given = self.deleted = 0

    def __dlpack__(self, **options: Any) -> Any:
        if self.requires_grad:
            raise BufferError("it requires a gradient")
        return self.own.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device
