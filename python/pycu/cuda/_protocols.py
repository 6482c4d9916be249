"""By which protocols the extension module gets the memory of arrays of other libraries.

They are those of `pycu.cuda._interface`, in the same order, with the same outcome: what that makes
an array of, the extension takes from the protocol itself. What it does not understand is left to
that, with every error.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

from pycu._plans import Importing, Protocol, Way
from pycu.cuda._arguments import for_kernel
from pycu.cuda._target import target
from pycu.cuda._transfers import is_device_memory

EXCHANGE = "__dlpack_c_exchange_api__"
# NumPy asks for the version of DLPack that can say that memory is read-only, and holds all memory
# of older ones to be; before it knew of that one, what `_interface` makes of it can be written.
KNOWS_VERSIONS = np.lib.NumpyVersion(np.__version__) >= "2.1.0"


@functools.lru_cache(maxsize=2)
def importing(copies: bool) -> Importing:
    """How the arguments of kernels are imported."""
    return Importing(for_kernel, _ways, target().memory_functions(), copies)


def _ways(given: Any, seen: np.ndarray) -> Iterator[Way]:
    dtype = seen.dtype
    if is_device_memory(given) or dtype.kind not in "biufc":
        return
    interface = getattr(given, "__cuda_array_interface__", None)
    if interface is not None:
        # The function awaits no stream.
        if not target().is_host and interface.get("stream") is None:
            yield from _exchanges(given, dtype)
        yield Protocol.CUDA_INTERFACE, dtype.str, None
    elif hasattr(given, "__dlpack__"):
        yield from _exchanges(given, dtype)
        if KNOWS_VERSIONS:
            yield Protocol.CAPSULE, dtype.str, (_versioned, True)
        yield Protocol.CAPSULE, dtype.str, (_capsule, KNOWS_VERSIONS)
    elif hasattr(given, "__array_interface__"):
        # NumPy has these two before it.
        if not hasattr(given, "__array_struct__") and _format(given) is None:
            yield Protocol.HOST_INTERFACE, dtype.str, None
    else:
        name = _format(given)
        if name is not None:
            yield Protocol.BUFFER, name, None


def _versioned(tensor: Any) -> Any:
    return tensor.__dlpack__(dl_device=None, copy=None, max_version=(1, 0))


def _capsule(tensor: Any) -> Any:
    return tensor.__dlpack__()


def _exchanges(given: Any, dtype: np.dtype[Any]) -> Iterator[Way]:
    """DLPack's function where the class has it that has `__dlpack__`, which a class below may have
    changed; it does not tell of numbers that are conjugated when they are read."""
    owners = [
        next((one for one in type(given).__mro__ if name in vars(one)), None)
        for name in (EXCHANGE, "__dlpack__")
    ]
    if owners[0] is not None and owners[0] is owners[1] and dtype.kind != "c":
        yield Protocol.EXCHANGE, dtype.str, getattr(type(given), EXCHANGE)


def _format(given: Any) -> str | None:
    """The format of an object's buffer; None where it has none."""
    try:
        return memoryview(given).format
    except (TypeError, BufferError, ValueError):
        return None
