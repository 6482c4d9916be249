"""`link=` and `cuda.declare_device` ahead of time: what both targets link and record."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import cuda_target
import harness
import jsonschema
import numpy as np
import pycu
import pytest
from harness import REPOSITORY

SOURCE = """
import os
from os.path import abspath, join

import cffi
from numba import cuda, float32, int32, types

ffi = cffi.FFI()
HERE = os.path.dirname(abspath(__file__))
WEIGH = join(HERE, "weigh.cu")
weigh = cuda.declare_device("weigh", "float32(float32, int64)", link=WEIGH)
total = cuda.declare_device("total", "float64(CPointer(float64), int32)", link=["weigh.cu"])
twice = cuda.declare_device(
    "twice",
    int32(int32),
    link=cuda.CUSource('extern "C" __device__ int twice(int a) { return 2 * a; }'),
    abi="c",
)
count = cuda.declare_device("count", types.void(types.CPointer(types.int32)))
fails = cuda.declare_device("fails", "int32(int32)", link="weigh.cu")


@cuda.jit("void(float32[:], float32[:])")
def weighed(x, out):
    weigh_ = cuda.grid(1)
    weigh__ = weigh_
    if weigh_ < x.size:
        out[weigh_] = weigh(x[weigh_], weigh__)


@cuda.jit("void(float64[:, ::1], float64[::1])")
def sums(x, out):
    row = cuda.local.array(4, types.float64)
    i = cuda.grid(1)
    for j in range(4):
        row[j] = x[i, j]
    out[i] = total(ffi.from_buffer(row), 4)
    out[i] += total(ffi.from_buffer(x), x.size) * 1000


@cuda.jit("void(int32[::1])", link=[join(HERE, "more", "count.cu")])
def counted(a):
    i = cuda.threadIdx.x
    p = ffi.from_buffer(a[i:])
    count(p)
    before = a[i]
    count(p)
    a[i] = twice(a[i]) + before


@cuda.jit("void(int32[::1])")
def ended(a):
    i = cuda.threadIdx.x
    a[i] = 1
    a[i] += fails(i)
"""
WEIGH = """
#include "factor.h"
extern "C" __device__ int weigh(float* result, float x, long long i) {
    *result = x * i * FACTOR;
    return 0;
}
extern "C" __device__ int total(double* result, double* values, int n) {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += values[i];
    *result = sum;
    return 0;
}
extern "C" __device__ int fails(int* result, int i) {
    *result = 5;
    return i == 2;
}
"""
COUNT = 'extern "C" __device__ int count(void*, int* p) { ++*p; return 0; }\n'
# what builds for the CPU have in common
CACHE = tempfile.TemporaryDirectory()
needs_nvcc = pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc was not found in PATH")


def written(folder: Path) -> Path:
    """The source with what it links beside it."""
    (folder / "more").mkdir()
    (folder / "factor.h").write_text("#define FACTOR 2\n")
    (folder / "weigh.cu").write_text(WEIGH)
    (folder / "more" / "count.cu").write_text(COUNT)
    source = folder / "others.py"
    source.write_text(SOURCE)
    return source


def run(*words: str | Path, code: int = 0) -> str:
    command = [str(word) for word in (harness.binary(), *words, "--cache", CACHE.name)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def check(module: pycu.Module, factor: int = 2) -> None:
    x = np.arange(8, dtype=np.float32)
    out = np.zeros_like(x)
    module.weighed[1, 32](x, out)
    np.testing.assert_array_equal(out, x * x * factor)
    matrix = np.arange(12.0).reshape(3, 4)
    sums = np.zeros(3)
    module.sums[3, 1](matrix, sums)
    np.testing.assert_array_equal(sums, matrix.sum(axis=1) + 1000 * matrix.sum())
    a = np.arange(5, dtype=np.int32)
    module.counted[1, 5](a)
    np.testing.assert_array_equal(a, 2 * (np.arange(5) + 2) + np.arange(5) + 1)
    a = np.zeros(4, np.int32)
    module.ended[1, 4](a)
    np.testing.assert_array_equal(a, [6, 6, 1, 6])


def test_cuda_sources_link_on_the_cpu(tmp_path):
    source = written(tmp_path)
    out = tmp_path / "out"
    run("build", source, "-o", out, "--target", "cpu", "-MD")
    check(pycu.load(out))
    record = json.loads((out / "others.build.json").read_text())
    assert record["linked"] == ["more/count.cu", "weigh.cu", "<unnamed-cu>"]
    schema = REPOSITORY / "lib" / "manifest" / "schema" / "build.schema.json"
    jsonschema.validate(record, json.loads(schema.read_text()))
    dependencies = (out / "others.d").read_text()
    for name in ("weigh.cu", "factor.h", "more/count.cu"):
        assert str(tmp_path / name) in dependencies
    text = (out / "others.cu").read_text()
    assert 'extern "C" __device__ int weigh(float* result, float, int64_t);' in text
    assert 'extern "C" __device__ int twice(int);' in text


def test_a_changed_file_or_header_is_built_again(tmp_path):
    source = written(tmp_path)
    out = tmp_path / "out"
    words = ("build", source, "-o", out, "--target", "cpu")
    run(*words)
    assert "unchanged" in run(*words)
    (tmp_path / "factor.h").write_text("#define FACTOR 3\n")
    assert "built" in run(*words)
    check(pycu.load(out), factor=3)
    (tmp_path / "more" / "count.cu").write_text(COUNT + "// a comment\n")
    assert "built" in run(*words)
    assert "unchanged" in run(*words)


def test_one_library_of_modules_that_link_one_file(tmp_path):
    source = written(tmp_path)
    other = tmp_path / "more_of_it.py"
    other.write_text(SOURCE)
    run("build", source, other, "-o", tmp_path / "out", "--target", "cpu", "--lib", "both")
    check(pycu.load(tmp_path / "out" / "others.json"))
    check(pycu.load(tmp_path / "out" / "more_of_it.json"))


def test_what_a_compiler_refuses_is_told_where_it_is_linked(tmp_path):
    source = written(tmp_path)
    (tmp_path / "more" / "count.cu").write_text("int x = undefined_name;\n")
    text = run("build", source, "-o", tmp_path / "out", "--target", "cpu", code=1)
    assert "error[PYCU0706]" in text and "`more/count.cu`" in text and "undefined_name" in text
    assert 'link=[join(HERE, "more", "count.cu")]' in text


@needs_nvcc
@pytest.mark.parametrize("kind", ["shared", "static"])
def test_cuda_sources_link_by_nvcc(tmp_path, kind):
    source = written(tmp_path)
    out = tmp_path / "out"
    words = ("--static",) if kind == "static" else cuda_target.PASSED_ON
    run("build", source, "-o", out, "--target", "cuda", "--arch", "sm_75", *words)
    if kind == "shared":
        cuda_target.standin()
        check(pycu.load(out))
        return
    # a linker that knows nothing of CUDA finds what nvcc's objects want of the device link
    names = subprocess.run(
        ["nm", str(out / "libothers.a")], capture_output=True, text=True, check=True
    ).stdout
    wanted = {line.split()[-1] for line in names.splitlines() if " U " in line}
    defined = {line.split()[-1] for line in names.splitlines() if " T " in line}
    registered = {name for name in wanted if name.startswith("__cudaRegisterLinkedBinary")}
    assert registered and registered <= defined


TIMES = (
    'extern "C" __device__ int times{n}(int* result, int a) {{ *result = {n} * a; return 0; }}\n'
)
KINDS = {
    "cu": [],
    "ptx": ["-arch=compute_75", "-ptx"],
    "cubin": ["-arch=sm_75", "-cubin"],
    "fatbin": ["-arch=sm_75", "-fatbin"],
    "o": ["-arch=sm_75", "-Xcompiler", "-fPIC", "-c"],
    "a": ["-arch=sm_75", "-Xcompiler", "-fPIC", "-lib"],
}


def code_of_each_kind(folder: Path) -> Path:
    """A source that links a file of each kind, each with a function of its own."""
    lines, calls = ["from numba import cuda"], []
    for n, (kind, options) in enumerate(KINDS.items(), 2):
        text = folder / f"times{n}.cu"
        text.write_text(TIMES.format(n=n))
        name = f"times{n}.{kind}"
        if options:
            command = ["nvcc", "-rdc=true", *options, "-o", name, text.name]
            subprocess.run(command, cwd=folder, check=True)
        lines.append(f'times{n} = cuda.declare_device("times{n}", "int32(int32)", link={name!r})')
        calls.append(f"times{n}(a[{n}])")
    lines += ['@cuda.jit("void(int32[:])")', "def k(a):", f"    a[0] = {' + '.join(calls)}"]
    source = folder / "kinds.py"
    source.write_text("\n".join(lines) + "\n")
    return source


@needs_nvcc
def test_files_of_all_kinds_link_on_cuda(tmp_path):
    source = code_of_each_kind(tmp_path)
    out = tmp_path / "out"
    run("build", source, "-o", out, "--target", "cuda", "--arch", "sm_75", *cuda_target.PASSED_ON)
    record = json.loads((out / "kinds.build.json").read_text())
    assert record["linked"] == [f"times{n}.{kind}" for n, kind in enumerate(KINDS, 2)]
    cuda_target.standin()
    assert hasattr(pycu.load(out), "k")  # every name of it is defined
    several = run(
        "build", source, "-o", out, "--target", "cuda", "--arch", "sm_75,sm_90", code=1
    )  # machine code is for one
    assert "error[PYCU0705]: the CUDA target cannot link `times4.cubin`" in several
    assert "`times5.fatbin`" in several


@needs_nvcc
def test_files_of_all_kinds_run_on_a_gpu(tmp_path):
    cuda_target.needs_gpu()
    query = ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"]
    number = subprocess.run(query, capture_output=True, text=True, check=True).stdout.split()[0]
    architecture = f"sm_{number.replace('.', '')}"
    for options in KINDS.values():
        options[:1] = [f"-arch={architecture}"] if options[:1] == ["-arch=sm_75"] else options[:1]
    source = code_of_each_kind(tmp_path)
    run("build", source, "-o", tmp_path / "out", "--target", "cuda", "--arch", architecture)
    a = np.arange(8, dtype=np.int32)
    pycu.load(tmp_path / "out").k[1, 1](a)
    assert a[0] == sum(n * n for n in range(2, 8))
