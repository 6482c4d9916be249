"""Arrays of CUDA devices as capsules of DLPack, and capsules as arrays."""

from __future__ import annotations

import ctypes
import sys
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from pycu.cuda import _shapes
from pycu.cuda._gpu.order import GpuOrder
from pycu.cuda._streams import LEGACY, as_stream
from pycu.cuda._target import target

if TYPE_CHECKING:
    from pycu.cuda._devicearray import DeviceNDArray

CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}  # of kinds of dtypes
NAME, USED_NAME = b"dltensor", b"used_dltensor"
NO_WAITING = -1


class _Tensor(ctypes.Structure):
    """DLTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device_number", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    """DLManagedTensor; the deleter gets its address."""


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Managed._fields_ = [
    ("tensor", _Tensor),
    ("manager", ctypes.c_void_p),
    ("deleter", _Deleter),
]

_api = ctypes.pythonapi
_new_capsule = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
)(("PyCapsule_New", _api))
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", _api)
)
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", _api)
)
_set_name = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_SetName", _api)
)

# What others hold of ours, by address: the struct, its extents, the array, and the capsule. The
# capsule has no destructor: one in Python would run amid other errors.
_exported: dict[int, tuple[Any, ...]] = {}
OWN_REFERENCES = 3  # of a capsule that nobody else has: its tuple, a variable, a parameter


@_Deleter
def _delete(address: int) -> None:
    _exported.pop(address, None)


def _forget_unused() -> None:
    """Lets go of capsules that were thrown away before anybody took what is in them."""
    for address, (*_, capsule) in list(_exported.items()):
        is_ours = sys.getrefcount(capsule) <= OWN_REFERENCES
        if is_ours and _is_valid(id(capsule), NAME):
            _exported.pop(address, None)


def exported(array: DeviceNDArray, stream: Any) -> Any:
    """A capsule of an array, in its memory.

    `stream` is the consumer's, which waits for the array's own; -1 asks for no waiting. BufferError
    where DLPack has no such dtype or strides.
    """
    dtype, itemsize = array.dtype, array.dtype.itemsize
    if (
        dtype.kind not in CODES
        or not dtype.isnative
        or any(one % itemsize for one in array.strides)
    ):
        raise BufferError(f"DLPack has no array of {dtype} with strides {array.strides}")
    if stream != NO_WAITING:
        made = target().mark(timing=False)
        made.record(as_stream(array.stream).order)
        made.wait(GpuOrder(LEGACY if stream is None else int(stream)))
    extents = ctypes.c_int64 * max(array.ndim, 1)
    shape = extents(*array.shape)
    strides = extents(*(one // itemsize for one in array.strides))
    memory = array.gpu_data
    tensor = _Tensor(
        memory.device_pointer,
        target().dlpack_kind,
        memory.context.device.id,
        array.ndim,
        CODES[dtype.kind],
        8 * itemsize,
        1,
        shape,
        strides,
        0,
    )
    managed = _Managed(tensor, None, _delete)
    address = ctypes.addressof(managed)
    _forget_unused()
    capsule = _new_capsule(address, NAME, None)
    _exported[address] = (managed, shape, strides, array, capsule)
    return capsule


class _Owner:
    """Keeps somebody else's tensor, and lets it go."""

    def __init__(self, managed: _Managed, address: int) -> None:
        if managed.deleter:
            weakref.finalize(self, managed.deleter, address).atexit = False


def imported(obj: Any) -> DeviceNDArray:
    """The array of an object with DLPack whose memory is a CUDA device's, in the same memory."""
    from pycu.cuda._devicearray import DeviceNDArray
    from pycu.cuda._devices import get_context
    from pycu.cuda._pointers import MemoryPointer

    capsule = obj.__dlpack__(stream=LEGACY)
    address = _pointer(id(capsule), NAME)
    managed = _Managed.from_address(address)
    _set_name(id(capsule), USED_NAME)
    owner = _Owner(managed, address)
    tensor = managed.tensor
    kinds = {code: kind for kind, code in CODES.items()}
    if tensor.code not in kinds or tensor.lanes != 1:
        raise BufferError(f"a tensor of DLPack's type {tensor.code} is no array of NumPy's dtypes")
    dtype = np.dtype(f"{kinds[tensor.code]}{tensor.bits // 8}")
    shape = tuple(tensor.shape[: tensor.rank])
    if tensor.strides:
        strides = tuple(one * dtype.itemsize for one in tensor.strides[: tensor.rank])
    else:
        strides = _shapes.contiguous_strides(shape, dtype.itemsize, "C")
    _, end = _shapes.span(shape, strides, dtype.itemsize)
    first = (tensor.data or 0) + tensor.byte_offset
    memory = MemoryPointer(get_context(), first, end, owner=owner)
    return DeviceNDArray(shape, strides, dtype, gpu_data=memory)
