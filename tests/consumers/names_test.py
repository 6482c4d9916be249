"""Names that C, C++ or CUDA have taken, as modules, kernels, device functions and variables.

Every text is compiled by g++ and by nvcc, and every kernel runs on the CPU.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pycu
import pytest
from consumers_test import STRICT, cuda_include, need, run
from harness import build

# file -> module: a keyword, macros, functions of C, C++ and CUDA, names of pycu's own headers
MODULES = {
    "heat.py": "heat",
    "01_a.py": "m01_a",
    "my-k.py": "my_k",
    "größe.py": "gru00f6u00dfe",
    "new.py": "m_new",
    "linux.py": "m_linux",
    "INFINITY.py": "m_INFINITY",
    "hypot.py": "m_hypot",
    "y1.py": "m_y1",
    "time.py": "m_time",
    "index.py": "m_index",
    "std.py": "m_std",
    "min.py": "m_min",
    "dim3.py": "m_dim3",
    "rsqrt.py": "m_rsqrt",
    "cudaFree.py": "m_cudaFree",
    "pycu.py": "m_pycu",
    "pycu_abi.py": "m_pycu_abi",
    "abi.py": "abi",
    "pkg/__init__.py": "pkg",
}

# each module has an `add`, and a kernel of its own name
MODULE = """
from numba import cuda

@cuda.jit("void(int64[:], int64)")
def add(a, n):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += n * {number}

@cuda.jit({signatures})
def {kernel}(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += {number}
"""

SEVERAL = ["void(float64[:])", "void(float32[:])", "void(int64[::1])", "void(int64[:])"]

NAMES = '''
"""Names of C, C++, CUDA and pycu where Python does not mind."""
import math

import numpy as np
from numba import cuda, float64, int64

M_PI = 4
INFINITY = 5
größen = np.array([1.0, 2.0, 4.0])
atomicAdd = 7
__private = 8
pycu_limit = 9
_Capital = 10
NULL = 11


@cuda.jit(device=True)
def hypot(a, b):
    return a - b


@cuda.jit(device=True)
def sqrt(a):
    return a * 3


@cuda.jit(device=True)
def min(a):
    return a + 1000


@cuda.jit(device=True)
def größer(a):
    return a + größen[1]


@cuda.jit("void(float64[:])")
def functions(out):
    out[0] = hypot(7.0, 2.0)
    out[1] = sqrt(2.0)
    out[2] = math.sqrt(16.0)
    out[3] = math.hypot(3.0, 4.0)
    out[4] = min(1)
    out[5] = größer(0.5)
    out[6] = largest(1, 2)


def largest(a, b):
    return max(a, b)


@cuda.jit("void(int64[:])")
def constants(out):
    out[0] = M_PI
    out[1] = INFINITY
    out[2] = atomicAdd
    out[3] = __private
    out[4] = pycu_limit
    out[5] = _Capital
    out[6] = NULL
    cuda.atomic.add(out, 6, 1)


@cuda.jit("void(float64[:], int64, int64, int64, int64, int64)")
def variables(out, exp, linux, y1, new, this):
    template = exp + linux
    int = y1 + new
    signed, unsigned = this, template
    threadIdx, blockDim = 3, 4
    σ = 0.5
    ﬁ = 2
    µ = 1
    μ += 1
    x__y = 6
    x_y = 7
    _X = 8
    pycu_x = 9
    shape = out.shape[0]
    shared = cuda.shared.array(4, float64)
    größe = cuda.local.array(2, int64)
    größe[0] = 11
    shared[0] = größe[0] + 1
    out[0] = template
    out[1] = int
    out[2] = signed * unsigned
    out[3] = threadIdx * blockDim + cuda.threadIdx.x
    out[4] = σ
    out[5] = fi
    out[6] = x__y * 10 + x_y
    out[7] = _X * 10 + pycu_x
    out[8] = shape
    out[9] = shared[0] * 𝐟𝐢 / μ


@cuda.jit("void(int64[:])")
def größe(grid):
    grid[0] = 1


@cuda.jit("void(int64[:])")
def copy(block):
    block[0] = 2


@cuda.jit("void(int64[:], int64)")
def template(launch, stream):
    launch[0] = 3 + stream


class Outer:
    @staticmethod
    @cuda.jit("void(int64[:])")
    def copy(shared_bytes):
        shared_bytes[0] = 4
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All modules, built for the CPU with g++ into one folder."""
    out = tmp_path_factory.mktemp("names")
    sources = [out / "names.py"]
    sources[0].write_text(NAMES)
    for number, (file, module) in enumerate(MODULES.items(), 1):
        sources.append(out / file)
        sources[-1].parent.mkdir(exist_ok=True)
        kernel = module.removeprefix("m_")
        signatures = SEVERAL if module == "heat" else SEVERAL[:1]
        text = MODULE.format(number=number, kernel=kernel, signatures=signatures)
        sources[-1].write_text(text)
    build(sources, out / "out", "--lib", "all", "-Xcxx", "-O1")
    return out / "out"


def test_modules_have_names_that_are_free(folder: Path) -> None:
    assert {path.stem for path in folder.glob("*.cu")} == {*MODULES.values(), "names"}


@pytest.mark.parametrize("file", MODULES)
def test_modules_of_every_name(folder: Path, file: str) -> None:
    number = list(MODULES).index(file) + 1
    k = pycu.load(folder / f"{MODULES[file]}.json")
    a = np.arange(5)
    k.add[1, 32](a, 10)
    assert (a == np.arange(5) + 10 * number).all()
    own = k[MODULES[file].removeprefix("m_")]
    b = np.zeros(8)
    own[1, 32](b)
    own[1, 32](b[::2])
    assert b.tolist() == [2 * number, number] * 4


def test_several_signatures_of_one_kernel(folder: Path) -> None:
    kernel = pycu.load(folder / "heat.json").heat
    assert kernel.signatures == SEVERAL
    for kind in (np.float64, np.float32, np.int64):
        b = np.zeros(8, kind)
        kernel[1, 32](b)
        kernel[1, 32](b[::2])
        assert b.tolist() == [2, 1] * 4
    described = json.loads((folder / "heat.json").read_text())["kernels"][1]
    assert described["symbol"] == "heat_heat"
    symbols = [one["symbol"] for one in described["specialisations"]]
    assert symbols == [f"heat_heat__a1{code}" for code in ("f8a", "f4a", "i8c", "i8a")]


def test_functions_constants_and_variables(folder: Path) -> None:
    k = pycu.load(folder / "names.json")
    out = np.zeros(10)
    k.functions[1, 1](out)
    assert out.tolist() == [5, 6, 4, 5, 1001, 2.5, 2, 0, 0, 0]
    ints = np.zeros(7, np.int64)
    k.constants[1, 1](ints)
    assert ints.tolist() == [4, 5, 7, 8, 9, 10, 12]
    k.variables[1, 1](out, 1, 2, 3, 4, 5)
    assert out.tolist() == [3, 7, 15, 12, 0.5, 2, 67, 89, 10, 12]


def test_kernels_with_names_of_helpers_and_beyond_ascii(folder: Path) -> None:
    k = pycu.load(folder / "names.json")
    one = np.zeros(1, np.int64)
    for kernel, values, expected in (
        (k["größe"], (one,), 1),
        (k.copy, (one,), 2),
        (k.template, (one, 6), 9),
        (k.Outer.copy, (one,), 4),
    ):
        kernel[1, 1](*values)
        assert one[0] == expected
    kernels = {
        one["name"]: one for one in json.loads((folder / "names.json").read_text())["kernels"]
    }
    assert kernels["größe"]["symbol"] == "names_grosse"
    assert kernels["copy"]["symbol"] == "names_copy_"
    assert kernels["copy"]["specialisations"][0]["symbol"] == "names_copy__a1i8a"
    assert kernels["Outer.copy"]["symbol"] == "names_Outer_copy"


CALLS = """
int main()
{
    std::vector<int64_t> a(1);
    names::grosse({1, 1}, a);
    names::copy({1, 1}, a);
    names::template_({1, 1}, a, 6);
    names::Outer_copy({1, 1}, a);
    m_linux::add({1, 1}, a, 1);
    m01_a::add({1, 1}, a, 1);
    std::vector<double> b(1);
    heat::heat({1, 1}, b);
    heat::heat({1, 1}, a);
    return a[0] == 4 + 6 + 2 + 1 && b[0] == 1 ? 0 : 1;
}
"""


def test_cpp_callers_of_all_modules(folder: Path, tmp_path: Path) -> None:
    """All headers in one text, with CUDA's where it is there."""
    include = cuda_include()
    lines = ["#include <vector>"] + [
        f'#include "{module}.h"' for module in ("names", *MODULES.values())
    ]
    lines += ["#include <cuda_runtime.h>"] if include else []
    (tmp_path / "calls.cpp").write_text("\n".join(lines) + CALLS)
    flags = ["-std=c++17", *STRICT, "-I", folder, *(["-isystem", include] if include else [])]
    libraries = ["-L", folder, "-lall", f"-Wl,-rpath,{folder}"]
    run([need("g++"), *flags, tmp_path / "calls.cpp", *libraries, "-o", tmp_path / "calls"])
    run([tmp_path / "calls"])
    if include is None:
        pytest.skip("nvcc was not found in PATH or CUDA_HOME: CUDA's headers were not included")


def test_nvcc_takes_every_name(folder: Path, tmp_path: Path) -> None:
    include = cuda_include()
    if include is None:
        pytest.skip("nvcc was not found in PATH or CUDA_HOME: no text was compiled for a GPU")
    nvcc = shutil.which("nvcc") or str(include.parent / "bin" / "nvcc")
    texts = [str(path) for path in sorted(folder.glob("*.cu"))]
    command = [nvcc, "-std=c++17", "-cubin", "-arch=sm_90", "-Werror", "all-warnings", "-t", "2"]
    done = subprocess.run([*command, *texts], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0 and "warning" not in done.stderr, done.stdout + done.stderr
    assert len(list(tmp_path.glob("*.cubin"))) == len(texts)
