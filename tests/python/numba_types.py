"""Types of host values as numba-cuda sees them, without a GPU: memory of the device is a number."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba.cuda import types
from numba.cuda.cudadrv import devicearray, devices


class Memory:
    """Stands in for memory of a device."""

    __cuda_memory__ = True
    is_managed = False
    device_pointer = 4096
    device_ctypes_pointer = ctypes.c_void_p(4096)

    def __init__(self, size: int) -> None:
        self.size = max(size, 1)

    def view(self, *_: int) -> Memory:
        return self


class Context:
    """Stands in for a device."""

    def memalloc(self, size: int) -> Memory:
        return Memory(size)

    def memhostalloc(self, size: int, **_: Any) -> np.ndarray:
        return np.zeros(size, np.byte)


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(devices._runtime, "ensure_context", contextlib.nullcontext)
    monkeypatch.setattr(devices._runtime, "get_or_create_context", lambda _=None: Context())
    monkeypatch.setattr(devices, "get_context", lambda _=0: Context())
    for name in ("host_to_device", "device_to_host", "device_to_device"):
        monkeypatch.setattr(devicearray._driver, name, lambda *_, **__: None)
    yield


def spelled(numba_type: Any) -> str | None:
    """A type as pycu writes it; nothing for what is no argument."""
    if isinstance(numba_type, types.Array):
        if not isinstance(numba_type.dtype, (types.Number, types.Boolean)):
            return None
        name, rank, layout = str(numba_type.dtype), numba_type.ndim, numba_type.layout
        plain = [":"] * rank
        if layout == "C" and rank:
            plain[-1] = "::1"
        elif layout == "F":
            plain[0] = "::1"
        if numba_type.mutable and rank and not (rank == 1 and layout == "F"):
            return f"{name}[{', '.join(plain)}]"
        readonly = "" if numba_type.mutable else ", readonly=True"
        return f'Array({name}, {rank}, "{layout}"{readonly})'
    if isinstance(numba_type, types.UniTuple):
        item = spelled(numba_type.dtype)
        return item and f"UniTuple({item}, {numba_type.count})"
    if isinstance(numba_type, types.Tuple):
        items = [spelled(one) for one in numba_type.types]
        return None if None in items else f"Tuple(({', '.join(map(str, items))}))"
    if isinstance(numba_type, types.IntEnumMember):
        return spelled(numba_type.dtype)
    is_number = isinstance(numba_type, (types.Number, types.Boolean))
    return str(numba_type) if is_number else None
