"""Ufuncs on arrays of the device: objects that have `__cuda_array_interface__`.

Nothing is cast there: the loop that NumPy would choose must take the arrays as they are. Host
arrays and numbers beside them are copied to the device for the call. Results go to `out=`, which
is on the device; the call returns without waiting for it, as a kernel's launch does.
"""

from __future__ import annotations

import ctypes
from contextlib import ExitStack
from typing import Any, Callable

import numpy as np

from pycu._arguments import by_value
from pycu._errors import check
from pycu._launch import _handle
from pycu._library import Library
from pycu._manifest import UfuncInfo
from pycu._staging import DeviceMemory


class NdArray(ctypes.Structure):
    """`pycu_array_*_nd`: all element types have one shape."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("rank", ctypes.c_int32),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
    ]


def nd_array(data: int, shape: tuple[int, ...], strides: tuple[int, ...]) -> NdArray:
    """The struct of an array; the strides are in bytes."""
    extents = ctypes.c_int64 * max(len(shape), 1)
    return NdArray(data, len(shape), extents(*shape), extents(*strides))


def host_view(array: np.ndarray) -> NdArray:
    """The struct of an array of the host."""
    return nd_array(array.ctypes.data, array.shape, array.strides)


def is_on_device(value: Any) -> bool:
    """Whether a value is an array of the device."""
    return hasattr(value, "__cuda_array_interface__")


def device_array(value: Any) -> tuple[np.dtype, NdArray]:
    """The dtype and the struct of an array of the device."""
    interface = value.__cuda_array_interface__
    dtype, shape = np.dtype(interface["typestr"]), tuple(interface["shape"])
    strides = interface.get("strides")
    if strides is None:
        steps = [dtype.itemsize]
        for extent in reversed(shape[1:]):
            steps.insert(0, steps[0] * extent)
        strides = tuple(steps[: len(shape)])
    return dtype, nd_array(interface["data"][0], shape, tuple(strides))


def await_producer(value: Any, memory: DeviceMemory, stream: int | None) -> None:
    """Waits for the stream on which an array is being made, where that is another stream.

    Version 3 of the interface: `None` asks for no waiting, and 1 is the default stream.
    """
    producer = value.__cuda_array_interface__.get("stream")
    if producer is not None and producer != (stream or 1):
        memory.sync(producer)


def numpy_type(value: Any) -> Any:
    """What `np.ufunc.resolve_dtypes` takes for an operand."""
    if is_on_device(value):
        return np.dtype(value.__cuda_array_interface__["typestr"])
    if type(value) in (int, float, complex):
        return type(value)
    return np.asarray(value).dtype


def written(value: Any) -> NdArray:
    """The struct of an output."""
    if value.__cuda_array_interface__["data"][1]:
        raise ValueError("output array is read-only")
    return device_array(value)[1]


def apply(
    library: Library,
    info: UfuncInfo,
    ufunc: np.ufunc,
    values: tuple[Any, ...],
    options: dict[str, Any],
    stream: Any,
) -> Callable[[], Any]:
    """Makes the call of the wrapper that these operands ask for."""
    if library.memory is None:
        raise TypeError(f"{info.name}: arrays of a device, and the library is for the CPU")
    unknown = sorted(options.keys() - {"out"})
    if unknown:
        raise TypeError(
            f"{info.name}: arrays of the device take out= and stream=, no {unknown[0]}="
        )
    out = options.get("out")
    given = out if isinstance(out, tuple) else () if out is None else (out,)
    operands = (*values, *given)
    if len(values) not in (ufunc.nin, ufunc.nargs) or len(operands) != ufunc.nargs:
        raise TypeError(
            f"{info.name}: {ufunc.nin} inputs and out= with {ufunc.nout} arrays of the device"
        )
    inputs, outs = operands[: ufunc.nin], operands[ufunc.nin :]
    if not all(is_on_device(one) for one in outs):
        raise TypeError(f"{info.name}: the results of arrays of the device stay there")
    kinds = [numpy_type(one) for one in operands]
    wanted = ufunc.resolve_dtypes((*kinds[: ufunc.nin], *[None] * ufunc.nout))
    names = [str(one) for one in wanted]
    loop = next(one for one in info.loops if one.inputs + one.outputs == names)
    for one, kind, dtype in zip(operands, kinds, wanted):
        if is_on_device(one) and kind != dtype:
            raise TypeError(f"{info.name}: an array of {kind}, and its loop takes {dtype}")
    function = library.function(loop.symbol)
    function.argtypes = [ctypes.c_void_p, *[by_value(NdArray)] * ufunc.nargs]
    function.restype = ctypes.c_int

    def call() -> Any:
        handle = _handle(stream)
        for one in filter(is_on_device, operands):
            await_producer(one, library.memory, handle)
        with ExitStack() as copies:
            structs = []
            for one, dtype in zip(inputs, wanted):
                if is_on_device(one):
                    structs.append(device_array(one)[1])
                    continue
                host = np.asarray(one, dtype, order="C")
                address = copies.enter_context(library.memory.copied(host, handle))
                structs.append(nd_array(address, host.shape, host.strides))
            structs += [written(one) for one in outs]
            check(library, info.name, function(handle, *structs))
            if not all(is_on_device(one) for one in inputs):
                library.memory.sync(handle)  # before the copies are freed
        return outs[0] if len(outs) == 1 else outs

    return call
