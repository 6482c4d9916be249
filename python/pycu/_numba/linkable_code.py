"""`numba.cuda.cudadrv.linkable_code`: code that a kernel's `link` names, held in memory."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any


class LinkableCode:
    """Code of a `kind`, with the callbacks of its module; `data` is its text or its bytes."""

    kind = ""
    default_name = "<unnamed-linkable-code>"

    def __init__(
        self,
        data: Any,
        name: str | None = None,
        setup_callback: Callable[..., Any] | None = None,
        teardown_callback: Callable[..., Any] | None = None,
        nrt: bool = False,
    ) -> None:
        for what, one in (("setup", setup_callback), ("teardown", teardown_callback)):
            if one and not callable(one):
                raise TypeError(f"{what}_callback must be callable")
        self._data = data
        self._name = name
        self.setup_callback = setup_callback
        self.teardown_callback = teardown_callback
        self.nrt = nrt

    @property
    def name(self) -> str:
        """What messages call it."""
        return self._name or self.default_name

    @property
    def data(self) -> Any:
        """The code; of a file in memory, what it holds."""
        held = isinstance(self._data, (io.StringIO, io.BytesIO))
        return self._data.getvalue() if held else self._data

    @staticmethod
    def from_path(path: str) -> LinkableCode:
        """The code of a file, by its extension; RuntimeError for one that nobody knows."""
        extension = Path(path).suffix[1:]
        if extension == "cu":
            return CUSource(Path(path).read_text(), Path(path).name)
        kinds: dict[str, Any] = {
            "ptx": PTXSource,
            "cubin": Cubin,
            "fatbin": Fatbin,
            "a": Archive,
            "lib": Archive,
            "o": Object,
            "obj": Object,
            "ltoir": LTOIR,
        }
        if extension not in kinds:
            raise RuntimeError(f"Don't know how to link file with extension .{extension}")
        return kinds[extension](Path(path).read_bytes(), Path(path).name)


class PTXSource(LinkableCode):
    """PTX."""

    kind = "ptx"
    default_name = "<unnamed-ptx>"


class CUSource(LinkableCode):
    """CUDA C++."""

    kind = "cu"
    default_name = "<unnamed-cu>"


class Fatbin(LinkableCode):
    """A fat binary."""

    kind = "fatbin"
    default_name = "<unnamed-fatbin>"


class Cubin(LinkableCode):
    """A binary for one architecture."""

    kind = "cubin"
    default_name = "<unnamed-cubin>"


class Archive(LinkableCode):
    """An archive of objects."""

    kind = "a"
    default_name = "<unnamed-archive>"


class Object(LinkableCode):
    """An object of a compiler."""

    kind = "object"
    default_name = "<unnamed-object>"


class LTOIR(LinkableCode):
    """Code for optimization while linking."""

    kind = "ltoir"
    default_name = "<unnamed-ltoir>"


NAMES = {
    one.__name__: one
    for one in (LinkableCode, PTXSource, CUSource, Fatbin, Cubin, Archive, Object, LTOIR)
}
