"""What tests of --bindings share: they write the file, build, and run the same text as Python."""

from __future__ import annotations

import collections
import enum
import json
import math
import subprocess
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import harness
import numpy as np
import pycu

HEAD = "from numba import cuda\n"
THREADS = SimpleNamespace(x=0, y=0, z=0)


class Color(enum.IntEnum):
    RED = 1
    BLUE = 7


class Named:
    """A value, and what the file says of it."""

    def __init__(self, value: Any, bound: Any) -> None:
        self.value = value
        self.bound = bound


Point = collections.namedtuple("Point", "x y")


def dtype_text(dtype: np.dtype) -> str:
    """A dtype with all of its offsets, as np.dtype takes it."""
    if dtype.subdtype:
        return f"({dtype_text(dtype.subdtype[0])}, {dtype.subdtype[1]})"
    if not dtype.names:
        return repr(dtype.str)
    formats = ", ".join(dtype_text(dtype[name]) for name in dtype.names)
    offsets = [dtype.fields[name][1] for name in dtype.names]
    names = {"names": list(dtype.names), "offsets": offsets, "itemsize": dtype.itemsize}
    fields = repr(names)[:-1] + f", 'formats': [{formats}]}}"
    return f"np.dtype({fields}, align={dtype.isalignedstruct})"


def write_array(folder: Path, a: np.ndarray) -> dict[str, Any]:
    """Writes the elements as they lie in memory and returns what the file says of them."""
    name = f"{len(list(folder.glob('*.bin')))}.bin"
    is_fortran = a.flags.f_contiguous and not a.flags.c_contiguous
    (folder / name).write_bytes(a.tobytes("F" if is_fortran else "C"))
    dtype = f"np.dtype({dtype_text(a.dtype)})" if a.dtype.names else str(a.dtype)
    said = {"array": name, "dtype": dtype, "shape": list(a.shape)}
    return {**said, "order": "F"} if is_fortran else said


def text_of(value: Any) -> str:
    """An expression of np, numba and math that has the value."""
    if isinstance(value, np.dtype):
        return f"np.dtype('{value}')"
    if isinstance(value, np.generic):
        return f"np.{type(value).__name__}({text_of(value.item())})"
    if isinstance(value, complex):
        return f"complex({text_of(value.real)}, {text_of(value.imag)})"
    if isinstance(value, float) and not math.isfinite(value):
        return f"float('{value}')"
    return repr(value)


def said_of(value: Any, folder: Path) -> Any:
    """What the file says of a value."""
    if isinstance(value, Named):
        return value.bound
    if isinstance(value, np.ndarray):
        return write_array(folder, value)
    if isinstance(value, tuple):
        said: dict[str, Any] = {"tuple": [said_of(item, folder) for item in value]}
        if hasattr(value, "_fields"):
            said |= {"class": type(value).__name__, "fields": list(value._fields)}
        return said
    if isinstance(value, dict):
        return {"dict": [[said_of(one, folder) for one in pair] for pair in value.items()]}
    return text_of(value)


def write_bindings(
    folder: Path,
    functions: dict[str, dict[str, Any]],
    modules: dict[str, dict[str, Any]] | None = None,
) -> Path:
    def tables(of: dict[str, dict[str, Any]]) -> dict[str, Any]:
        return {
            title: {name: said_of(value, folder) for name, value in names.items()}
            for title, names in of.items()
        }

    said = {"schema": 1, "functions": tables(functions), "modules": tables(modules or {})}
    path = folder / "bindings.json"
    path.write_text(json.dumps(said))
    return path


def run(*options: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [str(harness.binary().absolute()), *map(str, options)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True)


def build(
    folder: Path,
    source: str,
    functions: dict[str, dict[str, Any]],
    modules: dict[str, dict[str, Any]] | None = None,
) -> Any:
    """The module of a source whose functions' free names have those values."""
    (folder / "k.py").write_text(source)
    path = write_bindings(folder, functions, modules)
    harness.build([folder / "k.py"], folder / "out", "--bindings", str(path), "-Xcxx", "-O0")
    return pycu.load(folder / "out" / "k.json")


def python_of(source: str, functions: dict[str, dict[str, Any]]) -> dict[str, FunctionType]:
    """The functions of a source as Python has them, each with its own globals."""
    cuda = SimpleNamespace(
        jit=lambda *_, **__: lambda f: f,
        grid=lambda _: 0,
        threadIdx=THREADS,
        shared=SimpleNamespace(array=np.zeros),
    )
    namespace: dict[str, Any] = {"cuda": cuda}
    exec(source.replace(HEAD, ""), namespace)
    made = {}
    for name, names in functions.items():
        plain = {of: v.value if isinstance(v, Named) else v for of, v in names.items()}
        made[name] = FunctionType(namespace[name].__code__, plain)
    for name, names in functions.items():
        for of, value in names.items():
            if isinstance(value, Named) and isinstance(value.value, str):
                made[name].__globals__[of] = made[value.value]
    return made


def compare(
    folder: Path,
    source: str,
    functions: dict[str, dict[str, Any]],
    modules: dict[str, dict[str, Any]] | None = None,
    count: int = 32,
) -> None:
    """Kernels `k...(out)` compute on the CPU target what Python computes."""
    module = build(folder, source, functions, modules)
    python = python_of(source, functions)
    for name in functions:
        if name.startswith("k"):
            expected, got = np.zeros(count), np.zeros(count)
            with np.errstate(all="ignore"):
                python[name](expected)
            getattr(module, name)[1, 1](got)
            np.testing.assert_array_equal(got, expected, err_msg=name)


def kernel(lines: list[str], name: str = "k") -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return f'\n\n@cuda.jit("void(float64[:])")\ndef {name}(out):\n{body}'
