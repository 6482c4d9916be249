"""A compiled module: its shared library, its errors, and the memory that its kernels see."""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import struct
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

from pycu._errors import ManifestError
from pycu._manifest import Arg
from pycu._staging import DeviceMemory, Transfer, Transfers, copies_nothing

if TYPE_CHECKING:
    from pycu._launch import Launcher


def check_file(path: Path, sha256: str) -> str:
    """The SHA-256 of a library; refuses half of one, or another one.

    The system's loader maps a file without looking at its size, and dies of what is not there.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ManifestError(f"{path}: cannot be loaded: {error.strerror}") from None
    if content.startswith(b"!<arch>"):
        raise ManifestError(f"{path}: is a static library; build without --static to load it")
    if content.startswith(b"\x7fELF\x02\x01"):
        header = content[:64].ljust(64, b"\0")
        (sections,) = struct.unpack_from("<Q", header, 0x28)
        size, count = struct.unpack_from("<HH", header, 0x3A)
        if sections + size * count > len(content):
            raise ManifestError(f"{path}: cannot be loaded: its end is missing")
    found = hashlib.sha256(content).hexdigest()
    if sha256 and found != sha256:
        raise ManifestError(f"{path}: is not the library that was built with its build manifest")
    return found


# what was loaded from a path: its SHA-256
_loaded: dict[Path, str] = {}


def _open(path: Path, sha256: str) -> ctypes.CDLL:
    """Loads the library at a path.

    The system's loader takes a path that it knows for the library that it has, whatever lies there
    now: one that was built anew is loaded from a place of its own, which it needs no longer then.
    """
    if _loaded.setdefault(path, sha256) == sha256:
        return ctypes.CDLL(str(path))
    with tempfile.TemporaryDirectory(prefix="pycu-") as folder:
        return ctypes.CDLL(shutil.copy(path, folder))


class Library:
    """The functions that one module exports; each bears the module's name as a prefix."""

    def __init__(self, path: Path, module: str, target: str, sha256: str = "") -> None:
        self.path = path
        self.module = module
        self.sha256 = check_file(path, sha256)
        try:
            self._handle = _open(path.resolve(), self.sha256)
        except OSError as error:
            raise ManifestError(f"{path}: cannot be loaded: {error}") from None
        self.target = self._text(f"{module}_target")()
        if self.target not in ("cpu", "cuda") or (target and target != self.target):
            raise ManifestError(
                f"{path}: was built for {self.target!r}, its build manifest says {target!r}"
            )
        self._last_error = self._text(f"{module}_last_error")
        self._last_entry = self._text(f"{module}_last_entry")
        self.memory = DeviceMemory(self) if self.target == "cuda" else None

    def function(self, symbol: str) -> Any:
        """The exported function `symbol`."""
        try:
            # CDLL's attributes are shared by name; one of its own lets two kernels differ in types.
            return self._handle[symbol]
        except AttributeError:
            raise ManifestError(
                f"{self.path}: has no {symbol}: it was not built from this manifest"
            ) from None

    def _text(self, symbol: str) -> Callable[[], str]:
        function = self.function(symbol)
        function.argtypes = []
        function.restype = ctypes.c_char_p
        return lambda: (function() or b"").decode("utf-8", "replace")

    def last_error(self) -> str:
        """The text of this thread's last failed launch."""
        return self._last_error()

    def last_entry(self) -> str:
        """The entry of this thread's last launch."""
        return self._last_entry()

    def launch(
        self,
        call: Callable[..., int],
        launcher: Launcher,
        args: Sequence[Arg],
        flat: list[Any],
        transfers: Transfers = Transfer.BOTH,
    ) -> int:
        """Calls a wrapper; a CUDA library gets copies of the host's arrays on the device."""
        configuration = (launcher.grid, launcher.block, launcher.sharedmem, launcher.stream)
        if self.memory is None or copies_nothing(transfers):
            return call(*configuration, *flat)
        with self.memory.staged(args, flat, launcher.stream, transfers):
            return call(*configuration, *flat)
