"""Programs with every identifier of the runtime's and of the generated texts as a name.

Each kind of thing has a program in which every such name stands for one; g++ compiles its text, and
C and C++ its header. nvcc compiles one with every third name, another third for the next kind;
PYCU_EVERY_NAME=1 gives it all.
"""

from __future__ import annotations

import functools
import keyword
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from harness import REPOSITORY, binary

WARNINGS = ["-Wall", "-Wextra", "-Werror"]
GXX = ["g++", "-std=c++17", "-x", "c++", "-fsyntax-only", "-fwrapv", *WARNINGS]
GCC = ["gcc", "-std=c11", "-x", "c", "-fsyntax-only", *WARNINGS]
# nvcc's front end alone, for names are all that is asked: it ends with 1 whatever it found
NVCC = ["nvcc", "-std=c++17", "-ptx", "-arch=sm_90", "-Xcicc", "--no_code_gen"]

HEAD = """from collections import namedtuple as NamedTuple_
from enum import IntEnum as IntEnum_
import numpy as np_
from numba import cuda as cuda_
from numba import vectorize as vectorize_
"""
JIT = '@cuda_.jit("void(float64[:])")\n'
# What the programs themselves call, and Numba's own name in a signature.
USED = {"int", "range", "float", "void"}


@functools.cache
def all_names() -> tuple[str, ...]:
    """The identifiers of the runtime, of the header's template and of what pycu generates."""
    sources = [*(REPOSITORY / "templates" / "runtime").iterdir()]
    sources.append(REPOSITORY / "templates" / "module.h.in")
    for stem in ("ufuncs", "records", "reductions", "tuples", "array_tuples", "enums"):
        sources += (REPOSITORY / "testdata" / "emit").glob(f"{stem}*.[hc]*")
    names: set[str] = set()
    for source in sources:
        text = re.sub(r'//.*|"(\\.|[^"\\])*"', "", source.read_text(encoding="utf-8"))
        names.update(re.findall(r"[A-Za-z_]\w*", text))
    kept = (names | {"module_", "entries_"}) - USED - set(keyword.kwlist)
    return tuple(sorted(name for name in kept if not name.startswith("__")))


def in_kernels(lines: list[str]) -> str:
    """The lines as bodies of kernels of an array `a__`, a hundred each."""
    kernels = []
    for i in range(0, len(lines), 100):
        body = "".join(f"    {line}\n" for line in lines[i : i + 100])
        kernels.append(f"\n{JIT}def caller_{i}(a__):\n{body}")
    return "\n".join(kernels)


def kernels(names: list[str]) -> str:
    return "\n".join(f"{JIT}def {n}({n}):\n    {n}[0] = 1.0\n" for n in names)


def functions(names: list[str]) -> str:
    made = [f"@cuda_.jit(device=True)\ndef {n}({n}):\n    return {n} + 1\n" for n in names]
    return "\n".join(made) + in_kernels([f"a__[0] = {n}(a__[0])" for n in names])


def records(names: list[str]) -> str:
    text = ""
    for i, n in enumerate(names):
        fields = f'[("{n}", np_.float64), ("other_", np_.int32), ("more_{i}", np_.int32)]'
        text += f"{n} = np_.dtype({fields})\n"
    for i in range(0, len(names), 20):
        part = names[i : i + 20]
        parameters = ", ".join(f"a__{k}" for k in range(len(part)))
        text += f"\n@cuda_.jit\ndef kernel_{i}({parameters}):\n"
        for k, n in enumerate(part):
            text += f'    a__{k}[0].{n} = a__{k}[0]["{n}"] + 1\n'
            text += f"    a__{k}[1].other_ = a__{k}.other_[0]\n"
        text += f"\nkernel_{i}[1, 1]({', '.join(f'np_.zeros(3, {n})' for n in part)})\n"
    return text


def tuples(names: list[str]) -> str:
    made = [f'{n} = NamedTuple_("{n}", "{n} other_")\n' for n in names]
    return "".join(made) + in_kernels([f"a__[0] = {n}(a__[0], 2).{n}" for n in names])


def constants(names: list[str]) -> str:
    made = [f"{n} = {i}.5\n" for i, n in enumerate(names, 2)]
    return "".join(made) + in_kernels([f"a__[0] = a__[0] * {n}" for n in names])


def arrays(names: list[str]) -> str:
    made = [f"{n} = np_.array([{i}.5, 2.5])\n" for i, n in enumerate(names)]
    return "".join(made) + in_kernels([f"a__[0] = a__[0] * {n}[1]" for n in names])


def enums(names: list[str]) -> str:
    made = [
        f"class {n}(IntEnum_):\n    {n} = {i}\n    other_ = {i + 5000}\n"
        for i, n in enumerate(names)
    ]
    return "\n".join(made) + in_kernels([f"a__[0] = {n}.{n} + {n}.other_" for n in names])


def variables(names: list[str]) -> str:
    """Variables, shared arrays, counters of loops and parameters."""
    text = ""
    for i in range(0, len(names), 50):
        part = names[i : i + 50]
        text += f"{JIT}def plain_{i}(a__):\n"
        text += "".join(f"    {n} = a__[{k}] + 1\n" for k, n in enumerate(part))
        text += "".join(f"    a__[1] += {n}\n" for n in part)
        text += f"{JIT}def shared_{i}(a__):\n"
        text += "".join(f"    {n} = cuda_.shared.array(4, np_.float64)\n" for n in part)
        text += "".join(f"    {n}[1] = 2.0\n    a__[1] += {n}[1]\n" for n in part)
        text += f"{JIT}def loops_{i}(a__):\n"
        text += "".join(
            f"    for {n} in range(int(a__[0])):\n        a__[{n}] = {n} + 0.5\n" for n in part
        )
        params = ", ".join(part)
        types = ", ".join(["float64"] * len(part))
        text += f'@cuda_.jit("void(float64[:], {types})")\ndef params_{i}(a__, {params}):\n'
        text += f"    a__[0] = {' + '.join(part)}\n"
        for k in range(0, len(part), 10):
            few = part[k : k + 10]
            types = ", ".join(["float64[:, :]"] * len(few))
            text += f'@cuda_.jit("void({types})")\ndef arrays_{i + k}({", ".join(few)}):\n'
            text += "".join(f"    {n}[0, 1] = {n}.shape[1] + {n}[1:, 0].size\n" for n in few)
    return text


def ufuncs(names: list[str]) -> str:
    decorator = '@vectorize_(["float64(float64, float64)"], target="cuda")\n'
    return "\n".join(f"{decorator}def {n}({n}, other_):\n    return {n} + other_\n" for n in names)


def leave_out_loops(text: str) -> str:
    """All but the first ufuncs with one loop of three: instances of a kernel have the same names,
    and are what compilers take their time for."""
    head, *rest = text.split("PYCU_ELEMENTS(")
    whole = [f"PYCU_ELEMENTS({one}" for one in rest[:50]]
    one_loop = r"PYCU_LOOP(\1, pycu::Packed<\2>));"
    single = [re.sub(r"^(\w+,\s+\w+),\s+(.*?)\)\);", one_loop, one) for one in rest[50:]]
    return "".join([head, *whole, *single])


def met(_: list[str]) -> str:
    """Names that meet in a header only together."""
    return f"""
class last(IntEnum_):
    error = 1

class Color(IntEnum_):
    RED = 1

sync = np_.dtype([("copy", np_.float64)])
free = np_.dtype([("sync", np_.float32)])

@cuda_.jit
def launch(launch):
    launch[0].copy = last.error

@cuda_.jit
def Color_RED(array_sync_1d):
    array_sync_1d[0].sync = Color.RED

{JIT}def array_sync_1d(array_free_1d):
    array_free_1d[0] = 1.0

launch[1, 1](np_.zeros(2, sync))
Color_RED[1, 1](np_.zeros(2, free))
"""


def complaints(command: list[str], *arguments: str | Path) -> str:
    done = subprocess.run([*command, *arguments], capture_output=True, text=True)
    said = done.stdout + done.stderr
    if command is NVCC:
        return said
    return "" if done.returncode == 0 else said or f"exit code {done.returncode}"


needs_nvcc = pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc was not found in PATH")


@needs_nvcc
def test_the_front_end_of_nvcc_complains(tmp_path: Path) -> None:
    source = tmp_path / "wrong.cu"
    output = ["-o", str(tmp_path / "x.ptx")]
    kernel = "template <class T> __global__ void step(T a) {{ a[0] = {0}; }}\n"
    start = "const void* start = reinterpret_cast<const void*>(&step<int*>);\n"
    for value, expected in (("1", False), ("b", True), ("T::none", True), ('"text"', True)):
        source.write_text(kernel.format(value) + start)
        assert bool(complaints(NVCC, *output, source)) == expected, value


KINDS = [kernels, functions, records, tuples, constants, arrays, enums, variables, ufuncs, met]


def transpiled(program: str, source: Path) -> Path:
    """The text of a program, with few loops of ufuncs."""
    source.write_text(program, encoding="utf-8")
    assert complaints([str(binary()), "transpile", "-o", str(source.parent)], source) == ""
    launch = source.parent / f"{source.stem}_launch.cuh"
    launch.write_text(leave_out_loops(launch.read_text(encoding="utf-8")), encoding="utf-8")
    return source.with_suffix(".cu")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_any_name_may_be_taken(kind: Callable[[list[str]], str], tmp_path: Path) -> None:
    names = all_names()
    assert {"sync", "malloc", "last_error", "launch", "copy", "view_c", "Layout"} < set(names)
    text = transpiled(HEAD + kind(names), tmp_path / f"every_{kind.__name__}.py")
    header = text.with_suffix(".h")
    assert complaints(GXX, text)[:2000] == ""
    assert complaints(GCC, "-include", header, "/dev/null")[:2000] == ""
    assert complaints(GXX, "-include", header, "/dev/null")[:2000] == ""


@needs_nvcc
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_nvcc_takes_them_too(kind: Callable[[list[str]], str], tmp_path: Path) -> None:
    names = all_names()
    if os.environ.get("PYCU_EVERY_NAME") != "1":
        names = names[KINDS.index(kind) % 3 :: 3]
    text = transpiled(HEAD + kind(names), tmp_path / f"every_{kind.__name__}.py")
    assert complaints(NVCC, "-o", str(tmp_path / "x.ptx"), text)[:2000] == ""
