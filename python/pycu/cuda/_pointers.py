"""Pieces of device memory, and who owns them.

A piece lives as long as anybody holds it or a view of a part of it; then its finalizer runs.
"""

from __future__ import annotations

import ctypes
import weakref
from typing import Any, Callable

import numpy as np

Finalizer = Callable[[], Any]


class _Piece:
    """What device memory and host memory that the device sees have in common."""

    __cuda_memory__ = True

    context: Any
    device_pointer: int
    is_managed: bool = False
    _finalizer: weakref.finalize | None = None
    _owner: Any = None
    _views: weakref.WeakSet[MemoryPointer] | None = None

    def _set_up(
        self, context: Any, pointer: Any, size: int, owner: Any, finalizer: Finalizer | None
    ) -> None:
        self.context = context
        self.device_pointer = int(getattr(pointer, "value", pointer) or 0)
        self._cuda_memsize_ = size
        self.is_managed = finalizer is not None
        self._owner = owner
        if finalizer is not None:
            self._finalizer = weakref.finalize(self, finalizer)

    @property
    def handle(self) -> int:
        """The address."""
        return self.device_pointer

    @property
    def device_pointer_value(self) -> int | None:
        """The address; None for no memory."""
        return self.device_pointer or None

    @property
    def device_ctypes_pointer(self) -> ctypes.c_size_t:
        """The address as ctypes passes it."""
        return ctypes.c_size_t(self.device_pointer)

    @property
    def owner(self) -> Any:
        """Who keeps the memory: the piece itself, the piece that it is a view of, or an object of
        somebody else."""
        return self if self._owner is None else self._owner

    @property
    def refct(self) -> int:
        """How many hold the memory: its owner and the views."""
        owner = self.owner
        views = owner._views if isinstance(owner, _Piece) else None
        return 1 + len(views or ())

    def own(self) -> Any:
        """The piece itself, which holds the memory."""
        return self

    def free(self) -> None:
        """Lets the memory go now, whoever still holds it."""
        owner = self.owner
        if not isinstance(owner, _Piece) or owner._finalizer is None:
            return
        if not owner._finalizer.alive:
            raise RuntimeError("Freeing dead memory")
        owner._finalizer()

    def memset(self, byte: int, count: int | None = None, stream: Any = 0) -> None:
        """Sets `count` bytes, or all."""
        from pycu.cuda._transfers import device_memset

        device_memset(self, byte, self._cuda_memsize_ if count is None else count, stream)

    def _view(self, start: int, stop: int | None) -> MemoryPointer:
        size = (self._cuda_memsize_ if stop is None else stop) - start
        if not self.device_pointer:
            if size != 0:
                raise RuntimeError("non-empty slice into empty slice")
            start = 0
        if size < 0:
            raise RuntimeError("size cannot be negative")
        view = MemoryPointer(self.context, self.device_pointer + start, size, owner=self.owner)
        if isinstance(self.owner, _Piece):
            if self.owner._views is None:
                self.owner._views = weakref.WeakSet()
            self.owner._views.add(view)
        return view


class MemoryPointer(_Piece):
    """Memory of the device: `size` bytes from the address `pointer` on.

    `finalizer` is called when nobody holds it any more; `owner` is kept alive meanwhile.
    """

    def __init__(
        self,
        context: Any,
        pointer: Any,
        size: int,
        owner: Any = None,
        finalizer: Finalizer | None = None,
    ) -> None:
        self.size = size
        self._set_up(context, pointer, size, owner, finalizer)

    def view(self, start: int, stop: int | None = None) -> MemoryPointer:
        """The bytes from `start` to `stop`, or to the end; they keep the memory alive."""
        return self._view(start, stop)


class AutoFreePointer(MemoryPointer):
    """Memory that is freed when nobody holds it any more, which holds for all pieces."""


class _HostPiece(_Piece, np.ndarray):
    """Host memory as a buffer, from which NumPy makes arrays."""

    def __new__(
        cls,
        context: Any,
        pointer: Any,
        size: int,
        owner: Any = None,
        finalizer: Finalizer | None = None,
    ) -> _HostPiece:
        address = int(getattr(pointer, "value", pointer) or 0)
        # Of bytes that are no array: arrays made from the piece then have it as their base, and not
        # what it was made from.
        data = (ctypes.c_ubyte * size).from_address(address)
        piece = super().__new__(cls, (size,), np.uint8, buffer=data)
        piece._set_up(context, address, size, None, finalizer)
        piece.owned = owner
        return piece

    def __array_finalize__(self, source: Any) -> None:
        # Views by NumPy are no pieces: they do not take its place.
        self.__dict__.clear()

    @property
    def host_pointer(self) -> int:
        """The address on the host."""
        return self.device_pointer

    def view(self, start: int, stop: int | None = None) -> MemoryPointer:  # type: ignore[override]
        """The bytes from `start` to `stop`, or to the end; they keep the memory alive."""
        return self._view(start, stop)


class MappedMemory(_HostPiece):
    """Host memory that the device sees too."""


class ManagedMemory(_HostPiece):
    """Memory that moves between host and device as it is used."""


class PinnedMemory(_HostPiece):
    """Host memory that copies may use while the host goes on; the device does not see it."""

    __cuda_memory__ = False
