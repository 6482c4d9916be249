"""The constants that manifests tell: those of whole scripts, as Python has them."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from harness import REPOSITORY, binary, cases
from pycu._manifest import read_manifest


class Anything:
    """What stands for Numba: a decorator leaves functions as they are."""

    def __call__(self, *values: Any, **named: Any) -> Any:
        is_decorated = len(values) == 1 and isinstance(values[0], types.FunctionType)
        return values[0] if is_decorated else self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __getitem__(self, key: Any) -> Any:
        return self


class Module(types.ModuleType):
    __path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(Anything(), name)


def imported(script: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any] | None:
    """The names of a script; None where it needs more of Numba than a name."""
    for name in ("numba", "numba.cuda", "numba.cuda.random", "numba.types"):
        monkeypatch.setitem(sys.modules, name, Module(name))
    monkeypatch.syspath_prepend(str(script.parent))
    names: dict[str, Any] = {"__name__": script.stem, "__file__": str(script)}
    module = types.ModuleType(script.stem)
    monkeypatch.setitem(sys.modules, script.stem, module)  # classes look for it
    try:
        exec(compile(script.read_text(), str(script), "exec"), names)
    except (TypeError, ImportError, AttributeError):
        return None
    return names


def attribute(names: dict[str, Any], name: str) -> Any:
    first, *rest = name.split(".")
    found = names[first]
    for part in rest:
        found = getattr(found, part)
    return found.value if isinstance(found, Enum) else found


def is_same(told: Any, own: Any) -> bool:
    if isinstance(own, Anything):
        return isinstance(told, np.dtype)  # of Numba's types
    if isinstance(told, np.dtype):
        return told == np.dtype(own) or told.fields == np.dtype(own).fields
    if isinstance(told, np.ndarray):
        return told.dtype == own.dtype and np.array_equal(told, own)
    if isinstance(told, tuple):
        return len(told) == len(own) and all(map(is_same, told, own))
    return type(told) is type(own) and repr(told) == repr(own)


@pytest.mark.parametrize("folder", ["examples", "run"])
def test_constants_of_scripts(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    scripts = cases(folder)
    subprocess.run(
        [binary(), "transpile", "-k", "-o", tmp_path, *scripts],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "python")},
        capture_output=True,
    )
    manifests = {one.source: one for one in map(read_manifest, tmp_path.glob("*.json"))}
    compared, silent = 0, []
    for script in scripts:
        manifest = manifests[script.name]
        names = imported(script, monkeypatch) if manifest.globals else {}
        monkeypatch.undo()
        if names is None:
            silent.append(script.name)
            continue
        for name, told in manifest.globals.items():
            own = attribute(names, name)
            assert is_same(told, own), f"{script.name}: {name} is {told!r}, not {own!r}"
            compared += 1
    assert compared > {"examples": 40, "run": 90}[folder], compared
    assert len(silent) < 6, silent
