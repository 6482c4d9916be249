"""Functions of Numba's that mean something to a compiler, and little to Python."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

import numpy as np


class prange:  # noqa: N801
    """A range; its passes could run beside each other."""

    _pycu_path_ = "numba.prange"

    def __new__(cls, *args: Any) -> Any:
        return range(*args)


def literally(obj: Any) -> Any:
    """The value itself, which a compiler should take for a constant."""
    return obj


def literal_unroll(container: Any) -> Any:
    """The container itself; a loop over it in a kernel is unrolled."""
    return container


literally._pycu_path_ = "numba.literally"  # type: ignore[attr-defined]
literal_unroll._pycu_path_ = "numba.cuda.literal_unroll"  # type: ignore[attr-defined]


def pndindex(*args: Any) -> Any:
    """`numpy.ndindex`."""
    return np.ndindex(*args)


@contextlib.contextmanager
def objmode(*args: Any, **kwargs: Any) -> Iterator[None]:
    """A block that Numba runs as Python, as all of it is here."""
    yield


def carray(ptr: Any, shape: Any, dtype: Any = None) -> np.ndarray:
    """The array of C's order that lies behind a pointer of ctypes; TypeError for other pointers."""
    return _behind(ptr, shape, dtype, "C")


def farray(ptr: Any, shape: Any, dtype: Any = None) -> np.ndarray:
    """The array of Fortran's order that lies behind a pointer of ctypes."""
    return _behind(ptr, shape, dtype, "F")


def _behind(ptr: Any, shape: Any, dtype: Any, order: str) -> np.ndarray:
    import ctypes

    shape = shape if isinstance(shape, tuple) else (shape,)
    pointed = getattr(type(ptr), "_type_", None)
    if isinstance(ptr, ctypes.c_void_p):
        if dtype is None:
            raise TypeError("explicit dtype required for void* argument")
    elif isinstance(ptr, ctypes._Pointer):
        own = np.dtype(pointed)
        if dtype is not None and np.dtype(dtype) != own:
            raise TypeError(f"mismatching dtype '{np.dtype(dtype)}' for pointer {ptr}")
        dtype = own
    else:
        raise TypeError(f"expected a ctypes pointer, got {ptr!r}")
    address = ctypes.cast(ptr, ctypes.c_void_p).value
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = (ctypes.c_char * count).from_address(address or 0)
    return np.ndarray(shape, dtype, memory, order=order)  # type: ignore[call-overload,no-any-return]


def set_num_threads(n: int) -> None:
    """Does nothing: functions of the host run in one thread."""
    if not isinstance(n, (int, np.integer)):
        raise TypeError(f"The number of threads specified must be an integer, got {type(n)}")
    if n < 1:
        raise ValueError("The number of threads must be between 1 and the number of cores")


def get_num_threads() -> int:
    """How many threads Numba would take."""
    return os.cpu_count() or 1


def get_thread_id() -> int:
    """The thread of a parallel loop: the first one."""
    return 0


def set_parallel_chunksize(n: int) -> int:
    """Does nothing; 0, which it was before."""
    return 0


def get_parallel_chunksize() -> int:
    """0: loops are not cut in pieces."""
    return 0


@contextlib.contextmanager
def parallel_chunksize(n: int) -> Iterator[int]:
    """A block whose loops are not cut in pieces either."""
    yield 0


def threading_layer() -> str:
    """The name of what runs parallel loops; ValueError as in Numba: nothing does."""
    raise ValueError("Threading layer is not initialized.")
