"""Reads `x.json` and `x.build.json`; lib/manifest/README.md is their schema.

A manifest says how ctypes calls into a library, so nothing in it is believed: each value has its
type, and the types of a kernel's arguments have to be those that its symbol names.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pycu._errors import ManifestError
from pycu._globals import read_globals
from pycu._manifest_fields import (
    CODES,
    MAX_ARGUMENTS,
    MAX_OPERANDS,
    MAX_RANK,
    MAX_RECORD,
    NAME,
    SCHEMA,
    Records,
    Wrong,
    get,
    items,
    text,
    typed,
)


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
    def shown_type(self) -> str:
        """The type as people write it: `float32[:]`, `particle[:]`."""
        if self.record is None:
            return self.type
        return self.dtype + (self.type[self.type.rindex("[") :] if self.kind == "array" else "")

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
    doc: str = ""


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
class FunctionInfo:
    """A function that returns a value, for one list of argument types."""

    name: str
    symbol: str
    args: list[Arg]
    result: Arg


@dataclass(frozen=True)
class Manifest:
    """All of `x.json` that a launch needs."""

    module: str
    source: str
    kernels: list[KernelInfo]
    ufuncs: list[UfuncInfo]
    functions: list[FunctionInfo]
    skipped: list[str]
    records: Records = field(default_factory=dict)
    globals: dict[str, Any] = field(default_factory=dict)  # what names of the source hold


@dataclass(frozen=True)
class Build:
    """All of `x.build.json` that a launch needs; the hash is empty where none is recorded."""

    target: str
    library: str
    library_hash: str = ""


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
    dtype = text(data, "dtype", *CODES, *records)
    shape = tuple(typed(extent, int, "an extent") for extent in items(data, "shape"))
    offset = get(data, "offset", int)
    if offset < 0 or len(shape) > MAX_RANK or any(not 0 < n <= MAX_RECORD for n in shape):
        raise Wrong(f"a field lies at {offset} with the shape {shape}")
    return text(data, "name"), (records.get(dtype, dtype), shape), offset


def _records(data: Any) -> Records:
    """The record types by name, each made of those before it."""
    records: Records = {}
    for one in data.get("records", []):
        name, size = text(one, "name"), get(one, "size", int)
        fields = [_field(each, records) for each in items(one, "fields")]
        if not NAME.match(name) or name in CODES or not 0 < size <= MAX_RECORD:
            raise Wrong(f"`{name:.60}` of {size} bytes is no record")
        names, formats, offsets = (list(column) for column in zip(*fields)) if fields else ([],) * 3
        layout = {"names": names, "formats": formats, "offsets": offsets, "itemsize": size}
        try:
            records[name] = np.dtype(layout)  # type: ignore[call-overload]
        except (TypeError, ValueError) as error:
            raise Wrong(f"`{name:.60}` is no record: {error}") from None
    return records


def _arg(data: Any, records: Records, depth: int = 0) -> Arg:
    kind = text(data, "kind", "scalar", "array", "tuple", "record")
    name, spelling = text(data, "name"), text(data, "type")
    if kind == "tuple":
        if depth > MAX_RANK:
            raise Wrong("tuples of tuples without end")
        return Arg(
            name,
            spelling,
            kind,
            items=[_arg(one, records, depth + 1) for one in items(data, "items")],
        )
    dtype = text(data, "dtype", *(records if kind == "record" else CODES), *records)
    record = records.get(dtype)
    if kind == "scalar" and record is not None:
        raise Wrong(f"`dtype` is {dtype!r:.60}, no scalar")
    if kind == "record":
        return Arg(name, spelling, kind, dtype, written=get(data, "written", bool), record=record)
    if kind == "scalar":
        return Arg(name, spelling, kind, dtype)
    rank = get(data, "rank", int)
    if not 0 <= rank <= MAX_RANK:
        raise Wrong(f"`rank` is {str(rank):.60}, not 0 to {MAX_RANK}")
    layout = text(data, "layout", "A", "C", "F")
    flags = get(data, "readonly", bool), get(data, "written", bool)
    return Arg(name, spelling, kind, dtype, rank, layout, *flags, record=record)


def _count(args: list[Arg]) -> int:
    return sum(_count(arg.items) if arg.kind == "tuple" else 1 for arg in args)


def _specialisation(data: Any, module: str, records: Records) -> Specialisation:
    one = Specialisation(
        signature=text(data, "signature"),
        symbol=text(data, "symbol"),
        args=[_arg(arg, records) for arg in items(data, "args")],
        entries=[typed(entry, str, "an entry") for entry in items(data, "entries")],
        engine=text(data, "engine", "loops", "fibers", "regions", "warps", "grid"),
    )
    if _count(one.args) > MAX_ARGUMENTS:
        raise Wrong(f"`{one.symbol:.60}` has more than {MAX_ARGUMENTS} arguments")
    codes = "_".join(arg.code for arg in one.args) or "v"
    if not (
        NAME.match(one.symbol)
        and one.symbol.startswith(f"{module}_")
        and one.symbol.endswith(f"__{codes}")
    ):
        raise Wrong(f"`{one.symbol:.60}` is no symbol of module {module} for {one.signature:.60}")
    return one


def _kernel(data: Any, module: str, records: Records) -> KernelInfo:
    name, line = text(data, "name"), get(data, "line", int)
    ones = [_specialisation(one, module, records) for one in items(data, "specialisations")]
    if not ones:
        raise Wrong(f"kernel {name} has no specialisation")
    return KernelInfo(name, line, ones, get(data, "doc", str) if "doc" in data else "")


def _loop(data: Any, module: str) -> Loop:
    loop = Loop(
        signature=text(data, "signature"),
        symbol=text(data, "symbol"),
        inputs=[_dtype(one) for one in items(data, "inputs")],
        outputs=[_dtype(one) for one in items(data, "outputs")],
    )
    if not (NAME.match(loop.symbol) and loop.symbol.startswith(f"{module}_")):
        raise Wrong(f"`{loop.symbol:.60}` is no symbol of module {module}")
    if not loop.inputs or not loop.outputs or len(loop.inputs + loop.outputs) > MAX_OPERANDS:
        raise Wrong(f"`{loop.symbol:.60}` has {len(loop.inputs)} inputs")
    return loop


def _dtype(name: Any) -> str:
    if typed(name, str, "a dtype") not in CODES:
        raise Wrong(f"{name!r:.60} is no dtype")
    return str(name)


def _ufunc(data: Any, module: str) -> UfuncInfo:
    info = UfuncInfo(
        name=text(data, "name"),
        kind=text(data, "kind", "ufunc", "gufunc", "reduction"),
        layout=text(data, "layout"),
        identity=text(data, "identity", "0", "1", "-1", "none", "reorderable"),
        doc=get(data, "doc", str),
        loops=[_loop(loop, module) for loop in items(data, "loops")],
    )
    shapes = {(len(loop.inputs), len(loop.outputs)) for loop in info.loops}
    if len(shapes) != 1:
        raise Wrong(f"ufunc {info.name} has no loop, or loops that take unlike numbers of arrays")
    return info


def _function(data: Any, module: str, records: Records) -> FunctionInfo:
    one = FunctionInfo(
        name=text(data, "name"),
        symbol=text(data, "symbol"),
        args=[_arg(arg, records) for arg in items(data, "args")],
        result=_arg(get(data, "result", dict), records),
    )
    codes = "_".join(arg.code for arg in one.args) or "v"
    if not (
        NAME.match(one.symbol)
        and one.symbol.startswith(f"{module}_")
        and one.symbol.endswith(f"__{codes}")
        and _count([*one.args, one.result]) <= MAX_ARGUMENTS
    ):
        raise Wrong(f"`{one.symbol:.60}` is no symbol of module {module} for its arguments")
    return one


def read_manifest(path: Path) -> Manifest:
    """The manifest that `pycu transpile` wrote to `path`."""
    data = _read(path)
    try:
        module = text(data, "module")
        if not NAME.match(module):
            raise Wrong(f"`module` is {module!r:.60}, which is no identifier")
        records = _records(data)
        return Manifest(
            module=module,
            source=text(data, "source"),
            kernels=[_kernel(kernel, module, records) for kernel in items(data, "kernels")],
            ufuncs=[_ufunc(one, module) for one in items(data, "ufuncs")]
            if "ufuncs" in data
            else [],
            functions=[_function(one, module, records) for one in items(data, "functions")]
            if "functions" in data
            else [],
            skipped=[text(skipped, "name") for skipped in items(data, "skipped")],
            records=records,
            globals=read_globals(data, records),
        )
    except Wrong as error:
        raise ManifestError(f"{path}: not a manifest: {error}") from None


def manifests_of(folder: Path) -> list[Path]:
    """The manifests in a folder; other JSON files may stand beside them. At least one."""
    found = [path for path in sorted(folder.glob("*.json")) if _is_manifest(path)]
    if not found:
        raise ManifestError(f"{folder}: no manifest in this folder; `pycu build` writes one")
    return found


def _is_manifest(path: Path) -> bool:
    if path.name.endswith(".build.json"):
        return False
    if path.with_suffix(".build.json").exists():
        return True
    try:
        return {"schema", "module", "kernels"} <= _read(path).keys()
    except ManifestError:
        return False


def read_build(path: Path) -> Build | None:
    """What `pycu build` wrote beside a manifest, or None where there is no such file."""
    if not path.exists():
        return None
    data = _read(path)
    try:
        library = text(data, "library")
        if Path(library).name != library or library == "..":
            raise Wrong(f"`library` is {library!r:.60}, not a file of this folder")
        return Build(
            target=text(data, "target", "cpu", "cuda"),
            library=library,
            library_hash=text(data, "library_hash") if "library_hash" in data else "",
        )
    except Wrong as error:
        raise ManifestError(f"{path}: not a build manifest: {error}") from None
