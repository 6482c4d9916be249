"""Programs in C, C++ and Fortran that call kernels, and everything that their headers promise."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from harness import REPOSITORY, build, runtime

CONSUMERS = REPOSITORY / "tests" / "consumers"
RUNTIME = runtime()
MODULES = ("plate", "wave")
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
# what projects of C++ add to that; our headers may lie in their include path as any other does
STRICTER = "-Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-qual -Wundef".split()
HEADERS = sorted(
    path
    for folder in ("emit", "examples")
    for path in (REPOSITORY / "testdata" / folder).glob("*.h")
)


def need(compiler: str) -> str:
    """The compiler, or a skipped test that says which one is missing."""
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} was not found in PATH")
    return compiler


def run(command: Sequence[object], **more: object) -> str:
    """What a command prints; it must succeed and say nothing on stderr."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, **more)
    assert done.returncode == 0 and not done.stderr, f"{words}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both modules built for the CPU."""
    folder = tmp_path_factory.mktemp("out")
    build([CONSUMERS / f"{module}.py" for module in MODULES], folder)
    return folder


def link(compiler: list[str], source: str, out: Path, tmp_path: Path, *libraries: str) -> Path:
    """Compiles a program of this folder's and links it to libraries in `out`."""
    program = tmp_path / "program"
    found = ["-I", out, "-L", out, *[f"-l{one}" for one in libraries], f"-Wl,-rpath,{out}"]
    run([*compiler, *STRICT, CONSUMERS / source, *found, "-o", program], cwd=tmp_path)
    return program


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_c_program(compiler: str, out: Path, tmp_path: Path) -> None:
    program = link([need(compiler), "-std=c11"], "use.c", out, tmp_path, "plate")
    assert run([program]) == "0 failures\n"


@pytest.mark.parametrize("standard", ["17", "20"])
@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_cpp_program(compiler: str, standard: str, out: Path, tmp_path: Path) -> None:
    command = [need(compiler), f"-std=c++{standard}", *STRICTER]
    program = link(command, "use.cpp", out, tmp_path, *MODULES)
    assert run([program]) == "0 failures\n"


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_cpp_program_without_exceptions(compiler: str, out: Path, tmp_path: Path) -> None:
    """What is wrong is a code, or is printed before the program ends."""
    command = [need(compiler), "-std=c++17", "-fno-exceptions", *STRICTER]
    program = link(command, "quiet.cpp", out, tmp_path, "plate")
    assert run([program]) == "0 failures\n"
    for call, text in [
        (
            "launch",
            "add: a grid of (0, 1, 1) blocks; it can have 1 to (2147483647, 65535, 65535) (code 1)",
        ),
        ("allocate", f"no memory left for {2**64 - 1} bytes (code 8)"),
        ("copy", "a copy between a buffer and a container of another size (code 5)"),
    ]:
        done = subprocess.run([program, call], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (-signal.SIGABRT, f"pycu: {text}\n")


def test_cpp_program_that_nvcc_compiles(out: Path, tmp_path: Path) -> None:
    """A .cu of the caller's own, with CUDA's names around ours; it runs on the CPU's libraries."""
    nvcc = [need("nvcc"), "-std=c++17", "-x", "cu", "-Werror", "all-warnings", "-Xcompiler"]
    flags = ["-Wall,-Wextra", "-I", out, "-L", out, "-lplate", "-lwave"]
    program = tmp_path / "program"
    run([*nvcc, *flags, CONSUMERS / "use.cpp", "-o", program, f"-Xlinker=-rpath,{out}"])
    assert run([program]) == "0 failures\n"


def test_fortran_program(out: Path, tmp_path: Path) -> None:
    compiler = [need("gfortran"), "-std=f2018"]
    assert run([link(compiler, "use.f90", out, tmp_path, "plate")]) == "0 failures\n"


def cuda_include() -> Path | None:
    """The folder of CUDA's headers, where nvcc is found."""
    nvcc = shutil.which("nvcc") or shutil.which(
        "nvcc", path=os.path.join(os.environ.get("CUDA_HOME", ""), "bin")
    )
    folder = Path(nvcc).resolve().parent.parent if nvcc else None
    candidates = [folder / "include", *folder.glob("targets/*/include")] if folder else []
    return next((one for one in candidates if (one / "cuda_runtime.h").exists()), None)


@pytest.mark.parametrize("compiler", ["gcc -std=c11", "clang -std=c11", "g++ -std=c++17"])
def test_every_header_compiles_alone(compiler: str, tmp_path: Path) -> None:
    """Each in a text of its own, in which nothing else has been included."""
    command, standard = compiler.split()
    language = "c" if "c11" in standard else "c++"
    texts = []
    # C++ reads its own library for each
    headers = HEADERS if language == "c" else HEADERS[::5]
    for header in [RUNTIME / "pycu_abi.h", *headers]:
        texts.append(tmp_path / f"{header.stem}.{language}")
        texts[-1].write_text(f'#include "{header}"\n')
    flags = [standard, *STRICT, "-x", language, "-fsyntax-only", "-I", RUNTIME]
    run([need(command), *flags, *texts])


@pytest.mark.parametrize("cuda", ["without CUDA", "CUDA first", "CUDA last"])
@pytest.mark.parametrize("standard", ["17", "20"])
@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_all_headers_compile_together(
    compiler: str, standard: str, cuda: str, tmp_path: Path
) -> None:
    """In C++, with copies of pycu_abi.h from two folders, with CUDA's headers around them."""
    include = cuda_include()
    if cuda != "without CUDA" and include is None:
        pytest.skip("nvcc was not found in PATH or CUDA_HOME: CUDA's headers were not included")
    for copy in ("one", "two"):
        (tmp_path / copy).mkdir()
        for header in RUNTIME.glob("pycu_*.h"):
            shutil.copy(header, tmp_path / copy)
    lines = [f'#include "{header}"' for header in HEADERS]
    lines += [
        f'#include "{copy}/{name}.h"'
        for name in ("pycu_call", "pycu_abi")
        for copy in ("one", "two")
    ]
    runtime_header = "#include <cuda_runtime.h>"
    if cuda == "CUDA first":
        lines.insert(0, runtime_header)
    if cuda == "CUDA last":
        lines.append(runtime_header)
    if cuda != "without CUDA":
        lines.append("static_assert(sizeof(pycu_stream) == sizeof(cudaStream_t));")
        lines.append("inline pycu_stream same(cudaStream_t stream) { return stream; }")
        lines.append("inline void take(const pycu::configuration&) {}")
        lines.append("inline void give(dim3 grid, dim3 block) { take({grid, block}); }")
    source = tmp_path / "all.cpp"
    source.write_text("\n".join(lines) + "\n")
    system = ["-isystem", include] if include else []
    flags = [f"-std=c++{standard}", *STRICT, *STRICTER, "-fsyntax-only", "-I", RUNTIME, *system]
    run([need(compiler), *flags, source], cwd=tmp_path)


def test_headers_need_no_exceptions(tmp_path: Path) -> None:
    source = tmp_path / "all.cpp"
    source.write_text("\n".join(f'#include "{header}"' for header in HEADERS) + "\n")
    flags = ["-std=c++17", "-fno-exceptions", "-fno-rtti", *STRICT, "-fsyntax-only", "-I", RUNTIME]
    run([need("g++"), *flags, source])


MDSPAN = """
#include <cuda/std/mdspan>
#include "plate.h"

using cuda::std::dextents;

int main()
{
    float u[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, out[12] = {}, turned[12] = {};
    const cuda::std::mdspan<const float, dextents<int, 2>> rows(u, 3, 4);
    const cuda::std::mdspan<float, dextents<int, 2>> results(out, 3, 4);
    plate::step({1, {8, 8}}, rows, results);
    const cuda::std::mdspan<float, dextents<int, 2>, cuda::std::layout_left> columns(turned, 3, 4);
    plate::step({1, {8, 8}}, rows, columns);
    return out[5] == 5 && out[6] == 6 && turned[4] == 5 && turned[7] == 6 ? 0 : 1;
}
"""


def test_mdspan(out: Path, tmp_path: Path) -> None:
    """CUDA's mdspan stands in for std::mdspan, which the compilers of today do not have."""
    include = cuda_include()
    if include is None or not (include / "cccl").is_dir():
        pytest.skip("nvcc was not found in PATH or CUDA_HOME: there is no mdspan to try")
    source = tmp_path / "mdspan.cpp"
    source.write_text(MDSPAN)
    system = ["-isystem", include / "cccl", "-isystem", include]
    command = [need("g++"), "-std=c++17", *STRICT, "-I", out, *system, source, "-L", out, "-lplate"]
    run([*command, f"-Wl,-rpath,{out}", "-o", tmp_path / "program"])
    run([tmp_path / "program"])


WORKERS = {**os.environ, "PYCU_WORKERS": "4"}
HOST = ["-O1", "-fwrapv", "-ffp-contract=off", "-pthread"]


def generated(out: Path) -> list[object]:
    """What compiles both modules and the runtime into a program."""
    texts = [out / f"{module}.cu" for module in MODULES]
    return ["-I", out, "-x", "c++", *texts, RUNTIME / "pycu_host.cpp"]


def test_two_modules_in_one_program(tmp_path: Path) -> None:
    """Static archives, each with a copy of the runtime, of which the linker takes one."""
    build([CONSUMERS / f"{module}.py" for module in MODULES], tmp_path, "--static")
    source = [need("gcc"), "-std=c11", *STRICT, "-I", tmp_path, CONSUMERS / "both.c"]
    libraries = ["-lplate", "-lwave", "-lstdc++", "-lm", "-pthread"]
    run([*source, "-L", tmp_path, *libraries, "-o", "both"], cwd=tmp_path)
    assert run([tmp_path / "both"], env=WORKERS) == "0 failures\n"


def test_two_libraries_in_one_process(out: Path, tmp_path: Path) -> None:
    program = link([need("gcc"), "-std=c11"], "load.c", out, tmp_path, "dl")
    libraries = [out / f"lib{module}.so" for module in MODULES]
    assert run([program, *libraries], env=WORKERS) == "0 failures\n"


def test_forked_children_launch(out: Path, tmp_path: Path) -> None:
    compiler = [need("gcc"), "-std=gnu11", "-pthread"]
    program = link(compiler, "forks.c", out, tmp_path, "plate")
    assert run([program], env=WORKERS) == "0 failures\n"


def test_ten_threads_launch_at_once(out: Path, tmp_path: Path) -> None:
    compiler = [need("g++"), "-std=c++17", "-pthread"]
    program = link(compiler, "threads.cpp", out, tmp_path, *MODULES)
    assert run([program], env=WORKERS) == "0 failures\n"


def test_ten_threads_under_the_thread_sanitizer(out: Path, tmp_path: Path) -> None:
    """Without fibers: the sanitizer follows no stacks but the system's."""
    compiler = [need("g++"), "-std=c++17", *HOST, "-fsanitize=thread", "-DNO_FIBERS"]
    program = tmp_path / "program"
    run([*compiler, *generated(out), CONSUMERS / "threads.cpp", "-o", program])
    assert run([program], env=WORKERS) == "0 failures\n"


def test_wrappers_are_all_that_is_exported(out: Path) -> None:
    for module in MODULES:
        names = run(["nm", "-D", "--defined-only", "--format=posix", out / f"lib{module}.so"])
        symbols = [line.split()[0] for line in names.splitlines()]
        assert f"{module}_add" in symbols
        assert all(symbol.startswith(f"{module}_") for symbol in symbols), symbols


def test_ctypes_from_the_manifests_alone(out: Path) -> None:
    """With no package but Python's own."""
    assert run([sys.executable, "-I", "-S", CONSUMERS / "launch.py", out]) == "0 failures\n"
