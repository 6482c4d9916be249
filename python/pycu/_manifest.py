"""Reads `x.json` and `x.build.json`; lib/manifest/README.md is their schema.

A manifest says how ctypes calls into a library, so nothing in it is believed: each value has its
type, and the types of a kernel's arguments have to be those that its symbol names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pycu._errors import ManifestError

SCHEMA = 1
MAX_RANK = 32
MAX_ARGUMENTS = 512
MAX_RECORD = 2**31 - 1
MAX_OPERANDS = 32  # of a ufunc, as NumPy has it
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z", re.ASCII)

# the types of scalars and elements, and how symbols name them
CODES = {
    "bool": "b1",
    "int8": "i1",
    "int16": "i2",
    "int32": "i4",
    "int64": "i8",
    "uint8": "u1",
    "uint16": "u2",
    "uint32": "u4",
    "uint64": "u8",
    "float16": "f2",
    "float32": "f4",
    "float64": "f8",
    "complex64": "c8",
    "complex128": "c16",
}


Records = dict[str, "np.dtype[Any]"]


@dataclass(frozen=True)
class Arg:
    """One argument: a scalar, an array, a record, or a tuple of arguments."""

    name: str
    type: str
    kind: str
    dtype: str = ""
    rank: int = 0
    layout: str = "A"
    readonly: bool = False
    written: bool = False
    items: list[Arg] = field(default_factory=list)
    record: np.dtype[Any] | None = None

    @property
    def element(self) -> np.dtype[Any]:
        """The dtype of a scalar, of a record or of an array's elements."""
        return np.dtype(self.dtype) if self.record is None else self.record

    @property
    def item_size(self) -> int:
        """Bytes of one element."""
        return int(self.element.itemsize)

    @property
    def code(self) -> str:
        """The argument in a symbol: `f4`, `a2f4c`, `t2f4i8`."""
        if self.kind == "tuple":
            return f"t{len(self.items)}" + "".join(item.code for item in self.items)
        element = CODES[self.dtype] if self.record is None else f"r{self.dtype}"
        if self.kind == "array":
            return f"a{self.rank}{element}{self.layout.lower()}"
        return element


@dataclass(frozen=True)
class Specialisation:
    """A kernel for one list of argument types."""

    signature: str
    symbol: str
    args: list[Arg]
    entries: list[str]
    engine: str


@dataclass(frozen=True)
class KernelInfo:
    """A kernel under its module-level name."""

    name: str
    line: int
    specialisations: list[Specialisation]


@dataclass(frozen=True)
class Loop:
    """One loop of a ufunc: its symbol and the dtypes of its operands."""

    signature: str
    symbol: str
    inputs: list[str]
    outputs: list[str]


@dataclass(frozen=True)
class UfuncInfo:
    """A ufunc, a generalised ufunc or a reduction."""

    name: str
    kind: str
    layout: str
    identity: str
    doc: str
    loops: list[Loop]


@dataclass(frozen=True)
class Manifest:
    """All of `x.json` that a launch needs."""

    module: str
    source: str
    kernels: list[KernelInfo]
    ufuncs: list[UfuncInfo]
    skipped: list[str]


@dataclass(frozen=True)
class Build:
    """All of `x.build.json` that a launch needs; the hash is empty where none is recorded."""

    target: str
    library: str
    library_hash: str = ""


class _Wrong(ValueError):
    """What is wrong with a manifest."""


def _typed(value: Any, kind: type, name: str) -> Any:
    if type(value) is not kind:
        raise _Wrong(f"{name} is {value!r:.60}, not {kind.__name__}")
    return value


def _get(data: Any, key: str, kind: type) -> Any:
    if key not in _typed(data, dict, "an entry"):
        raise _Wrong(f"it has no `{key}`")
    return _typed(data[key], kind, f"`{key}`")


def _text(data: Any, key: str, *choices: str) -> str:
    text: str = _get(data, key, str)
    if not text.isprintable() or (choices and text not in choices):
        wanted = f"not {' or '.join(choices)}" if choices else "no name"
        raise _Wrong(f"`{key}` is {text!r:.60}, {wanted}")
    return text


def _list(data: Any, key: str) -> Iterator[Any]:
    yield from _get(data, key, list)


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise ManifestError(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise ManifestError(f"{path}: not a manifest: {error}") from None
    if not isinstance(data, dict) or "schema" not in data:
        raise ManifestError(f"{path}: not a manifest: it has no `schema`")
    if type(data["schema"]) is not int or data["schema"] != SCHEMA:
        raise ManifestError(f"{path}: schema {data['schema']!r:.60}, this package reads {SCHEMA}")
    return data


def _field(data: Any, records: Records) -> tuple[str, Any, int]:
    dtype = _text(data, "dtype", *CODES, *records)
    shape = tuple(_typed(extent, int, "an extent") for extent in _list(data, "shape"))
    offset = _get(data, "offset", int)
    if offset < 0 or len(shape) > MAX_RANK or any(not 0 < n <= MAX_RECORD for n in shape):
        raise _Wrong(f"a field lies at {offset} with the shape {shape}")
    return _text(data, "name"), (records.get(dtype, dtype), shape), offset


def _records(data: Any) -> Records:
    """The record types by name, each made of those before it."""
    records: Records = {}
    for one in data.get("records", []):
        name, size = _text(one, "name"), _get(one, "size", int)
        fields = [_field(each, records) for each in _list(one, "fields")]
        if not NAME.match(name) or name in CODES or not 0 < size <= MAX_RECORD:
            raise _Wrong(f"`{name:.60}` of {size} bytes is no record")
        names, formats, offsets = (list(column) for column in zip(*fields)) if fields else ([],) * 3
        layout = {"names": names, "formats": formats, "offsets": offsets, "itemsize": size}
        try:
            records[name] = np.dtype(layout)  # type: ignore[call-overload]
        except (TypeError, ValueError) as error:
            raise _Wrong(f"`{name:.60}` is no record: {error}") from None
    return records


def _arg(data: Any, records: Records, depth: int = 0) -> Arg:
    kind = _text(data, "kind", "scalar", "array", "tuple", "record")
    name, spelling = _text(data, "name"), _text(data, "type")
    if kind == "tuple":
        if depth > MAX_RANK:
            raise _Wrong("tuples of tuples without end")
        return Arg(
            name,
            spelling,
            kind,
            items=[_arg(one, records, depth + 1) for one in _list(data, "items")],
        )
    dtype = _text(data, "dtype", *(records if kind == "record" else CODES), *records)
    record = records.get(dtype)
    if kind == "scalar" and record is not None:
        raise _Wrong(f"`dtype` is {dtype!r:.60}, no scalar")
    if kind == "record":
        return Arg(name, spelling, kind, dtype, written=_get(data, "written", bool), record=record)
    if kind == "scalar":
        return Arg(name, spelling, kind, dtype)
    rank = _get(data, "rank", int)
    if not 0 <= rank <= MAX_RANK:
        raise _Wrong(f"`rank` is {str(rank):.60}, not 0 to {MAX_RANK}")
    layout = _text(data, "layout", "A", "C", "F")
    flags = _get(data, "readonly", bool), _get(data, "written", bool)
    return Arg(name, spelling, kind, dtype, rank, layout, *flags, record=record)


def _count(args: list[Arg]) -> int:
    return sum(_count(arg.items) if arg.kind == "tuple" else 1 for arg in args)


def _specialisation(data: Any, module: str, records: Records) -> Specialisation:
    one = Specialisation(
        signature=_text(data, "signature"),
        symbol=_text(data, "symbol"),
        args=[_arg(arg, records) for arg in _list(data, "args")],
        entries=[_typed(entry, str, "an entry") for entry in _list(data, "entries")],
        engine=_text(data, "engine", "loops", "fibers", "warps", "grid"),
    )
    if _count(one.args) > MAX_ARGUMENTS:
        raise _Wrong(f"`{one.symbol:.60}` has more than {MAX_ARGUMENTS} arguments")
    codes = "_".join(arg.code for arg in one.args) or "v"
    if not (
        NAME.match(one.symbol)
        and one.symbol.startswith(f"{module}_")
        and one.symbol.endswith(f"__{codes}")
    ):
        raise _Wrong(f"`{one.symbol:.60}` is no symbol of module {module} for {one.signature:.60}")
    return one


def _kernel(data: Any, module: str, records: Records) -> KernelInfo:
    name, line = _text(data, "name"), _get(data, "line", int)
    ones = [_specialisation(one, module, records) for one in _list(data, "specialisations")]
    if not ones:
        raise _Wrong(f"kernel {name} has no specialisation")
    return KernelInfo(name, line, ones)


def _loop(data: Any, module: str) -> Loop:
    loop = Loop(
        signature=_text(data, "signature"),
        symbol=_text(data, "symbol"),
        inputs=[_dtype(one) for one in _list(data, "inputs")],
        outputs=[_dtype(one) for one in _list(data, "outputs")],
    )
    if not (NAME.match(loop.symbol) and loop.symbol.startswith(f"{module}_")):
        raise _Wrong(f"`{loop.symbol:.60}` is no symbol of module {module}")
    if not loop.inputs or not loop.outputs or len(loop.inputs + loop.outputs) > MAX_OPERANDS:
        raise _Wrong(f"`{loop.symbol:.60}` has {len(loop.inputs)} inputs")
    return loop


def _dtype(name: Any) -> str:
    if _typed(name, str, "a dtype") not in CODES:
        raise _Wrong(f"{name!r:.60} is no dtype")
    return str(name)


def _ufunc(data: Any, module: str) -> UfuncInfo:
    info = UfuncInfo(
        name=_text(data, "name"),
        kind=_text(data, "kind", "ufunc", "gufunc", "reduction"),
        layout=_text(data, "layout"),
        identity=_text(data, "identity", "0", "1", "-1", "none", "reorderable"),
        doc=_get(data, "doc", str),
        loops=[_loop(loop, module) for loop in _list(data, "loops")],
    )
    shapes = {(len(loop.inputs), len(loop.outputs)) for loop in info.loops}
    if len(shapes) != 1:
        raise _Wrong(f"ufunc {info.name} has no loop, or loops that take unlike numbers of arrays")
    return info


def read_manifest(path: Path) -> Manifest:
    """The manifest that `pycu transpile` wrote to `path`."""
    data = _read(path)
    try:
        module = _text(data, "module")
        if not NAME.match(module):
            raise _Wrong(f"`module` is {module!r:.60}, which is no identifier")
        records = _records(data)
        return Manifest(
            module=module,
            source=_text(data, "source"),
            kernels=[_kernel(kernel, module, records) for kernel in _list(data, "kernels")],
            ufuncs=[_ufunc(one, module) for one in _list(data, "ufuncs")]
            if "ufuncs" in data
            else [],
            skipped=[_text(skipped, "name") for skipped in _list(data, "skipped")],
        )
    except _Wrong as error:
        raise ManifestError(f"{path}: not a manifest: {error}") from None


def read_build(path: Path) -> Build | None:
    """What `pycu build` wrote beside a manifest, or None where there is no such file."""
    if not path.exists():
        return None
    data = _read(path)
    try:
        library = _text(data, "library")
        if Path(library).name != library or library == "..":
            raise _Wrong(f"`library` is {library!r:.60}, not a file of this folder")
        return Build(
            target=_text(data, "target", "cpu", "cuda"),
            library=library,
            library_hash=_text(data, "library_hash") if "library_hash" in data else "",
        )
    except _Wrong as error:
        raise ManifestError(f"{path}: not a build manifest: {error}") from None
