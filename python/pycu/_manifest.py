"""Reads `x.json` and `x.build.json`; lib/manifest/README.md is their schema."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pycu._errors import ManifestError

SCHEMA = 1


@dataclass(frozen=True)
class Arg:
    """One argument: a scalar, an array, or a tuple of arguments."""

    name: str
    type: str
    kind: str
    dtype: str = ""
    rank: int = 0
    layout: str = "A"
    readonly: bool = False
    written: bool = False
    items: list[Arg] = field(default_factory=list)

    @property
    def item_size(self) -> int:
        """Bytes of one element."""
        return int(np.dtype(self.dtype).itemsize)


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
class Manifest:
    """All of `x.json` that a launch needs."""

    module: str
    source: str
    kernels: list[KernelInfo]
    skipped: list[str]


@dataclass(frozen=True)
class Build:
    """All of `x.build.json` that a launch needs."""

    target: str
    library: str


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ManifestError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise ManifestError(f"{path}: not a manifest: {error}") from None
    if not isinstance(data, dict) or "schema" not in data:
        raise ManifestError(f"{path}: not a manifest: it has no `schema`")
    if data["schema"] != SCHEMA:
        raise ManifestError(f"{path}: schema {data['schema']}, this package reads {SCHEMA}")
    return data


def _arg(data: dict[str, Any]) -> Arg:
    known = {key: data[key] for key in Arg.__dataclass_fields__ if key in data and key != "items"}
    return Arg(**known, items=[_arg(item) for item in data.get("items", [])])


def _kernel(data: dict[str, Any]) -> KernelInfo:
    ones = [
        Specialisation(
            signature=one["signature"],
            symbol=one["symbol"],
            args=[_arg(arg) for arg in one["args"]],
            entries=one["entries"],
            engine=one["engine"],
        )
        for one in data["specialisations"]
    ]
    return KernelInfo(data["name"], data["line"], ones)


def read_manifest(path: Path) -> Manifest:
    """The manifest that `pycu transpile` wrote to `path`."""
    data = _read(path)
    try:
        return Manifest(
            module=data["module"],
            source=data["source"],
            kernels=[_kernel(kernel) for kernel in data["kernels"]],
            skipped=[skipped["name"] for skipped in data["skipped"]],
        )
    except (KeyError, TypeError) as error:
        raise ManifestError(f"{path}: not a manifest: {error!r}") from None


def read_build(path: Path) -> Build | None:
    """What `pycu build` wrote beside a manifest, or None where there is no such file."""
    if not path.exists():
        return None
    data = _read(path)
    try:
        return Build(target=data["target"], library=data["library"])
    except KeyError as error:
        raise ManifestError(f"{path}: not a build manifest: {error!r}") from None
