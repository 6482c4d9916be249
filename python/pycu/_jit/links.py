"""Code of others that is linked with kernels: paths, and objects that hold it in memory."""

from __future__ import annotations

import hashlib
import re
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pycu.errors import NumbaWarning
from pycu.types import Signature

KINDS = {
    "cu": "cu",
    "ptx": "ptx",
    "cubin": "cubin",
    "fatbin": "fatbin",
    "o": "o",
    "obj": "o",
    "a": "a",
    "lib": "a",
}
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^">\n]+)[">]', re.MULTILINE)


class LinkerError(RuntimeError):
    """What was given to link does not link."""


def listed(link: Any) -> list[Any]:
    """`link=` as a list: one path, one object with code, a collection of them, or None."""
    if link is None:
        return []
    return list(link) if isinstance(link, (list, tuple, set, frozenset)) else [link]


@dataclass(frozen=True)
class DeclaredDevice:
    """What `cuda.declare_device` returns: kernels call it, and another source defines it."""

    name: str
    sig: Signature
    link: tuple[Any, ...] = ()
    use_cooperative: bool = False
    abi: str = "numba"

    def __call__(self, *args: Any) -> Any:
        raise TypeError(f"`{self.name}` is a device function: kernels call it, Python does not")


def is_ffi(value: Any) -> bool:
    """Whether it is an object of cffi, whose `from_buffer` makes pointers of arrays."""
    kind = type(value)
    return kind.__name__ == "FFI" and kind.__module__.split(".")[0] in ("cffi", "_cffi_backend")


@dataclass
class Links:
    """What one program links."""

    # files that the program is written with: names and contents
    files: dict[str, bytes] = field(default_factory=dict)
    # the contents of all other files, headers with them, as the cache tells programs apart
    contents: list[bytes] = field(default_factory=list)
    # where headers are looked for beside the files that include them
    includes: Sequence[str] = ()

    def texts(self, link: Iterable[Any], target: str) -> str:
        """A list for `link=` in the composed source; `target` is "cpu" or "cuda".

        Raises LinkerError for what is not there and for what the target cannot link, RuntimeError
        for a file of an unknown kind.
        """
        return f"[{', '.join(self._text(one, target) for one in link)}]"

    def _text(self, one: Any, target: str) -> str:
        is_object = hasattr(one, "kind") and hasattr(one, "data")
        name, kind = (one.name, one.kind) if is_object else (str(one), kind_of(str(one)))
        data = None if is_object else _contents(Path(one))
        if kind == "ltoir":
            raise LinkerError(f"{name}: LTO-IR is not linked; PTX, cubins and CUDA C++ are")
        if target == "cpu" and kind != "cu":
            raise LinkerError(
                f"{name}: the CPU target links CUDA C++ alone, sources that end in .cu"
            )
        return self._object(one, kind) if data is None else self._path(Path(one), data, kind)

    def _object(self, one: Any, kind: str) -> str:
        if one.setup_callback or one.teardown_callback:
            text = f"{one.name}: callbacks take a module of CUDA's driver, and are not called"
            warnings.warn(NumbaWarning(text), stacklevel=2)
        data = one.data if isinstance(one.data, bytes) else str(one.data).encode()
        if kind in ("cu", "ptx"):
            maker = "CUSource" if kind == "cu" else "PTXSource"
            self._add_headers(data, Path.cwd(), set())
            text = data.decode("utf-8", "surrogateescape").rstrip("\0")
            return f"cuda.{maker}({text!r}, {one.name!r})"
        kind = "o" if kind == "object" else kind
        name = f"linked_{hashlib.sha256(data).hexdigest()[:16]}.{kind}"
        self.files[name] = data
        return repr(name)

    def _path(self, path: Path, data: bytes, kind: str) -> str:
        self.contents.append(data)
        if kind == "cu":
            self._add_headers(data, path.parent, set())
        return repr(str(path.absolute()))

    def _add_headers(self, data: bytes, folder: Path, seen: set[Path]) -> None:
        """The contents of what a source includes, but for headers of compiler and system."""
        for name in INCLUDE.findall(data):
            for place in (folder, *map(Path, self.includes)):
                header = place / name.decode("utf-8", "surrogateescape")
                if header in seen:
                    break
                if header.is_file():
                    seen.add(header)
                    self.contents.append(header.read_bytes())
                    self._add_headers(self.contents[-1], header.parent, seen)
                    break


def _contents(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise LinkerError(f"{path} not found") from None
    except OSError as error:
        raise LinkerError(f"{path}: {error.strerror}") from None


def kind_of(path: str) -> str:
    """What a file is, by its extension; RuntimeError where that says nothing."""
    extension = Path(path).suffix[1:]
    if not extension:
        raise RuntimeError("Don't know how to link file with no extension")
    if extension not in KINDS and extension != "ltoir":
        raise RuntimeError(f"Don't know how to link file with extension .{extension}")
    return KINDS.get(extension, extension)
