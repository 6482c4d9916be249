"""The runtime headers under every compiler: without a warning, and fast where they promise it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import harness
import pytest

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "templates" / "runtime"
TEXTS = [
    ROOT / "tests" / "runtime" / "runtime_text.cu",
    ROOT / "testdata" / "handwritten" / "launch" / "heat.cu",
]
HOST = [
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Werror",
    "-O1",
    "-fwrapv",
    "-fPIC",
    "-fvisibility=hidden",
]
COMPILERS = {
    "g++ -std=c++17": ["g++", "-std=c++17", *HOST, "-x", "c++"],
    "g++ -std=c++20": ["g++", "-std=c++20", *HOST, "-x", "c++"],
    "clang++": ["clang++", "-std=c++17", *HOST, "-x", "c++"],
    "nvcc": ["nvcc", "-std=c++17", "-Werror", "all-warnings", "-arch=sm_90"]
    + ["-Xcompiler", "-fPIC,-fvisibility=hidden,-Wall,-Wextra"],
}


def run(command: list[str]) -> str:
    """Run a compiler; its complaints are the failure."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_compiles(compiler: str, text: Path, tmp_path: Path) -> None:
    command = COMPILERS[compiler]
    if shutil.which(command[0]) is None:
        pytest.skip(f"no {command[0]}")
    run([*command, "-c", "-I", str(RUNTIME), "-o", str(tmp_path / "text.o"), str(text)])


def entries(ptx: str) -> dict[str, str]:
    """Map the names of the entries to their PTX."""
    parts = re.split(r"\.visible \.entry ", ptx)[1:]
    return {re.match(r"\w+", part).group(): part for part in parts}


def test_contiguous_entry_reads_through_the_cache(tmp_path: Path) -> None:
    """Bare __restrict__ pointers give ld.global.nc, and int indices no product of 64 bits."""
    if shutil.which("nvcc") is None:
        pytest.skip("no nvcc")
    ptx = tmp_path / "heat.ptx"
    run(
        [
            "nvcc",
            "-std=c++17",
            "-arch=sm_90",
            "-ptx",
            "-I",
            str(RUNTIME),
            "-o",
            str(ptx),
            str(TEXTS[1]),
        ]
    )
    code = entries(ptx.read_text())
    contiguous = next(text for name, text in code.items() if "step__contiguous" in name)
    strided = next(text for name, text in code.items() if "step__strided" in name)
    assert len(re.findall(r"ld\.global\.nc\.f32", contiguous)) == 5
    assert not re.findall(r"ld\.global\.f32", contiguous)
    assert not re.findall(r"mul\.lo\.s64", contiguous)
    assert "ld.global.nc" not in strided


def test_library_exports_its_wrappers_alone(tmp_path: Path) -> None:
    library = tmp_path / "libheat.so"
    sources = [str(TEXTS[1]), str(harness.runtime() / "pycu_host.cpp")]
    run(
        [
            *COMPILERS["g++ -std=c++17"],
            "-shared",
            "-pthread",
            "-I",
            str(RUNTIME),
            "-o",
            str(library),
            *sources,
        ]
    )
    symbols = re.findall(r" [A-Za-z] (\S+)", run(["nm", "-D", "--defined-only", str(library)]))
    helpers = ["copy", "free", "last_entry", "last_error", "malloc", "sync", "target"]
    kernels = ["block_max", "block_max__a1f4c_a1f4c", "step", "step__a2f4a_a2f4a"]
    assert sorted(symbols) == sorted(f"heat_{name}" for name in helpers + kernels)


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_a_text_includes_little_of_the_standard_library(compiler: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    command = [compiler, "-std=c++17", "-x", "c++", "-M", "-I", str(RUNTIME)]
    read = run([*command, str(TEXTS[1])])
    assert "/cmath" in read and "pycu_array.h" in read
    for heavy in ("specfun.h", "stl_algobase.h", "stl_vector.h", "basic_string.h", "functional"):
        assert f"/{heavy}" not in read, heavy


def test_c_callers_need_the_two_headers_alone(tmp_path: Path) -> None:
    source = tmp_path / "caller.c"
    source.write_text('#include "heat.h"\nint main(void) { return heat_sync(0); }\n')
    include = [str(RUNTIME), str(TEXTS[1].parent)]
    flags = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
    run(["gcc", "-std=c11", *flags, *(f"-I{folder}" for folder in include), str(source)])
    run(
        [
            "g++",
            "-std=c++17",
            *flags,
            "-x",
            "c++",
            *(f"-I{folder}" for folder in include),
            str(source),
        ]
    )
