"""A program with one function for every row of the intrinsics tables and each of its types."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from harness import runtime

REPOSITORY = Path(__file__).resolve().parents[2]
RUNTIME = runtime()
HOST_FLAGS = ["-std=c++17", "-O1", "-fwrapv", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
UNWRITTEN = ("float16", "complex64", "complex128")


@dataclass(frozen=True)
class Row:
    """A row with its types; the fields are those that intrinsics_table prints."""

    index: int
    name: str
    effect: int
    place: bool
    params: tuple[str, ...]
    cuda_params: tuple[str, ...]
    result: str
    cuda_result: str
    text: str

    @property
    def label(self) -> str:
        return f"{self.name}({', '.join(self.params)})"

    @property
    def results(self) -> list[str]:
        """The types of the result's items; a scalar is one item, none has no item."""
        if self.result.startswith("UniTuple("):
            item, count = self.result[9:-1].split(", ")
            return [item] * int(count)
        if self.result.startswith("Tuple("):
            return self.result[6:-1].split(", ")
        return [] if self.result == "none" else [self.result]


def build_folder() -> Path:
    """Where the build put its test programs."""
    return Path(os.environ.get("PYCU_BUILD", REPOSITORY / "build")) / "tests"


def load_rows() -> list[Row]:
    """Every row with every type that text is written for, each once.

    A text whose type in C++ is not the result's is there with both types: the values are the same.
    """
    printed = subprocess.run(
        [str(build_folder() / "intrinsics_table")], check=True, capture_output=True, text=True
    ).stdout
    rows: dict[tuple[str, tuple[str, ...], str, str], Row] = {}
    for entry in json.loads(printed):
        params = tuple(entry["params"])
        if any(word in str((params, entry["result"])) for word in UNWRITTEN):
            continue
        for kind in ("result", "text_type"):
            key = (entry["name"], params, entry["text"], entry[kind])
            if key not in rows:  # several entries of a list are computed in one type
                rows[key] = Row(
                    len(rows),
                    params=params,
                    cuda_params=tuple(entry["cuda_params"]),
                    result=entry[kind],
                    cuda_result=entry[f"cuda_{kind}"],
                    **{field: entry[field] for field in ("name", "effect", "place", "text")},
                )
    return list(rows.values())


def device_function(row: Row) -> str:
    """`__device__ float row_3(float a0) { return sinf(a0); }`"""
    params = [
        f"{cuda}{'*' if row.place and i == 0 else ''} a{i}"
        for i, cuda in enumerate(row.cuda_params)
    ]
    result = "return " if row.results else ""
    return (
        f"__device__ {row.cuda_result} row_{row.index}({', '.join(params)}) "
        f"{{ {result}{row.text}; }}"
    )


def array_params(row: Row) -> tuple[list[str], list[str], str]:
    """Parameters that are arrays, the arguments at i, and what stores the result at i."""
    params = [f"{cuda}* a{k}" for k, cuda in enumerate(row.cuda_params)]
    args = [f"{'&' if row.place and k == 0 else ''}a{k}[i]" for k in range(len(row.params))]
    items = {"bool": "bool", "float32": "float", "float64": "double"}
    outs = [f"{items.get(r, r + '_t')}* out{k}" for k, r in enumerate(row.results)]
    if len(row.results) == 1:
        store = "out0[i] = {call};"
    elif row.results:
        store = "const auto t = {call}; " + " ".join(
            f"out{k}[i] = t.template get<{k}>();" for k in range(len(row.results))
        )
    else:
        store = "{call};"
    return params + outs, args, store


def host_function(row: Row) -> str:
    """Calls the row for every element of its arrays, in a thread with recognisable indices."""
    params, args, store = array_params(row)
    call = store.format(call=f"module.row_{row.index}({', '.join(args)})")
    return (
        f'extern "C" void row_{row.index}(int64_t n{"".join(", " + p for p in params)}) {{\n'
        "    rows_module__ module{};\n"
        "    module.threadIdx = {1, 2, 3}, module.blockIdx = {4, 5, 6};\n"
        "    module.blockDim = {7, 8, 9}, module.gridDim = {10, 11, 12};\n"
        f"    for (int64_t i = 0; i < n; ++i) {{ {call} }}\n}}"
    )


def cuda_function(row: Row) -> str:
    """The same as a kernel, one thread an element."""
    params, args, store = array_params(row)
    call = store.format(call=f"rows::row_{row.index}({', '.join(args)})")
    return (
        f'extern "C" __global__ void row_{row.index}'
        f"(int64_t n{''.join(', ' + p for p in params)}) {{\n"
        "    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;\n"
        f"    if (i < n) {{ {call} }}\n}}"
    )


def contended_function(row: Row) -> str:
    """Applies an atomic to one place for n values; `cas` adds one n times."""
    if row.name.endswith(("cas", "compare_and_swap")):
        body = (
            "for (int64_t i = 0; i < n; ++i) {\n"
            "        auto old = *a0;\n"
            f"        for (auto found = module.row_{row.index}(a0, old, old + 1); found != old;\n"
            f"             found = module.row_{row.index}(a0, old, old + 1)) old = found;\n"
            "        out[i] = old;\n    }"
        )
    else:
        body = f"for (int64_t i = 0; i < n; ++i) out[i] = module.row_{row.index}(a0, a1[i]);"
    cuda = row.cuda_params[0]
    return (
        f'extern "C" void contend_{row.index}'
        f"(int64_t n, {cuda}* a0, [[maybe_unused]] {cuda}* a1, {cuda}* out) {{\n"
        f"    rows_module__ module{{}};\n    {body}\n}}"
    )


def source(rows: list[Row]) -> str:
    """The text of the program, for nvcc and for a host compiler."""
    lines = [
        '#include "pycu.h"',
        '#include "pycu_grid.h"',
        "PYCU_MODULE(rows)",
        *map(device_function, rows),
    ]
    lines += ["PYCU_END(rows)", "#if PYCU_HOST"]
    lines += [host_function(row) for row in rows]
    lines += [contended_function(row) for row in rows if row.name.startswith("numba.cuda.atomic.")]
    lines += ["#else", *map(cuda_function, rows), "#endif"]
    return "\n".join(lines) + "\n"


def compile_host(compiler: str, folder: Path, source_file: Path) -> Path:
    """The program as a shared library."""
    library = folder / f"librows_{compiler.replace('+', 'p')}.so"
    host = RUNTIME / "pycu_host.cpp"
    command = [compiler, *HOST_FLAGS, "-shared", "-fPIC", f"-I{RUNTIME}", "-x", "c++"]
    command += [str(source_file), str(host), "-o", str(library), "-lm", "-lpthread"]
    subprocess.run(command, check=True)
    return library


def compile_cuda(folder: Path, source_file: Path) -> Path:
    """The program for a GPU, as a cubin."""
    cubin = folder / "rows.cubin"
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    command = [nvcc, "-arch=sm_90", "-std=c++17", "-cubin", "-Werror", "all-warnings"]
    subprocess.run([*command, f"-I{RUNTIME}", str(source_file), "-o", str(cubin)], check=True)
    return cubin


def pointer(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def call(library: Any, row: Row, args: list[np.ndarray], count: int) -> list[np.ndarray]:
    """The results of a row for arrays of arguments; a place's array is changed."""
    outs = [np.zeros(count, np.dtype(result)) for result in row.results]
    getattr(library, f"row_{row.index}")(
        ctypes.c_int64(count), *map(pointer, args), *map(pointer, outs)
    )
    return outs
