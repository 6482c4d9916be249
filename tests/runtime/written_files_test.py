"""The few files of the runtime that are written, made of its parts when pycu is built."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import harness
import pytest

TEMPLATES = harness.REPOSITORY / "templates"
KERNEL = """
from numba import cuda


@cuda.jit("void({dtype}[:])")
def {name}(a):
    a[cuda.grid(1)] += 1
"""
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
CPP = ["-std=c++17", *STRICT, "-fsyntax-only", "-x", "c++"]
CALLERS = {"pycu_abi.h", "pycu_array.h", "pycu_call.h"}
# of nvcc those that no other one includes
TOPICS = ["call", "cmath", "half", "grid", "foreign", "ufunc", "reduction", "debug", "function"]


def run(*command: object, cwd: Path | None = None) -> str:
    """Run a command; what it complains of is the failure."""
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, cwd=cwd, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def need(compiler: str) -> str:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    return compiler


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all of them."""
    folder = tmp_path_factory.mktemp("runtime")
    run("cmake", f"-DOUTPUT={folder}", "-P", TEMPLATES / "amalgamate.cmake")
    return folder


def transpile(folder: Path, name: str, dtype: str = "float32", *options: str) -> Path:
    source = folder / f"{name}.py"
    source.write_text(KERNEL.format(name=name, dtype=dtype))
    run(harness.binary().absolute(), "transpile", source, "-o", folder / name, *options)
    return folder / name


def runtime_of(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("pycu*")}


def test_a_text_gets_what_it_includes(tmp_path: Path, written: Path) -> None:
    out = transpile(tmp_path, "plain")
    assert runtime_of(out) == {"pycu.h", *CALLERS}
    assert len(list(out.iterdir())) == 8
    for name in runtime_of(out):
        assert (out / name).read_text() == (written / name).read_text()
    assert runtime_of(transpile(tmp_path, "sums", "complex64")) - runtime_of(out) == {
        "pycu_complex.h"
    }
    checked = transpile(tmp_path, "checked", "float16", "--debug")
    assert runtime_of(checked) - runtime_of(out) == {
        "pycu_half.h", "pycu_debug.h", "pycu_raises.h"
    }  # fmt: skip


def test_parts_are_readable_where_they_are_put_together(written: Path) -> None:
    parts = {path.name for one in ("runtime", "host") for path in (TEMPLATES / one).iterdir()}
    found = {path.name for path in written.iterdir()}
    heading = re.compile("^// ======== ([a-z_.]+)$", re.MULTILINE)
    for path in written.iterdir():
        text = path.read_text()
        found.update(heading.findall(text))
        assert "\n\n\n" not in text and "#pragma once" not in text, path.name
        if path.suffix == ".h":
            assert len(re.findall(r"^#ifndef \w+_INCLUDED$", text, re.MULTILINE)) == 1, path.name
        # parts are included from nowhere any more
        includes = set(re.findall('#include "(.*)"', text))
        assert includes <= {one.name for one in written.iterdir()}, path.name
    assert found - {"pycu_host.cpp"} == parts
    # what C reads is the text that people write
    abi = TEMPLATES / "runtime" / "pycu_abi.h"
    assert (written / abi.name).read_text() == abi.read_text()


def test_a_part_under_a_condition_is_no_part_for_all(tmp_path: Path) -> None:
    shutil.copytree(TEMPLATES, tmp_path / "templates")
    engine, entry = '#include "pycu_engine.h"\n', '#include "pycu_entry.h"\n'
    for name, old, new in (("target", engine, ""), ("launch", engine + entry, entry + engine)):
        header = tmp_path / "templates" / "runtime" / f"pycu_{name}.h"
        text = header.read_text()
        header.write_text(text.replace(old, new))
        assert header.read_text() != text
    done = subprocess.run(
        ["cmake", "-DOUTPUT=out", "-P", tmp_path / "templates" / "amalgamate.cmake"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0 and "pycu_engine.h is first included under" in done.stderr


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_each_file_compiles_alone(compiler: str, tmp_path: Path, written: Path) -> None:
    texts = []
    for header in written.glob("*.h"):
        texts.append(tmp_path / f"{header.stem}.cpp")
        texts[-1].write_text(f'#include "{header.name}"\n#include "{header.name}"\n')
    run(need(compiler), *CPP, "-I", written, *texts, written / "pycu_host.cpp")
    run("gcc", "-std=c11", *STRICT, "-fsyntax-only", "-x", "c", written / "pycu_abi.h")


def test_each_file_compiles_alone_for_a_gpu(tmp_path: Path, written: Path) -> None:
    nvcc = [need("nvcc"), "-std=c++17", "-arch=sm_90", "-Werror", "all-warnings", "-ptx"]
    for topic in TOPICS:
        (tmp_path / f"{topic}.cu").write_text(f'#include "pycu_{topic}.h"\n')
    run(*nvcc, "-I", written, *(f"{topic}.cu" for topic in TOPICS), cwd=tmp_path)


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_copies_of_two_folders_meet_in_one_program(compiler: str, tmp_path: Path) -> None:
    one, two = transpile(tmp_path, "one"), transpile(tmp_path, "two", "float64")
    main = tmp_path / "main.cpp"
    main.write_text(
        '#include "one/one.h"\n#include "two/two.h"\n#include "two/pycu.h"\n#include "one/pycu.h"\n'
        "int main() {\n    float a = 1;\n    double b = 1;\n"
        "    one::one({1, 1}, {&a, 1});\n    two::two({1, 1}, {&b, 1});\n"
        "    return a == 2 && b == 2 ? 0 : 1;\n}\n"
    )
    host = harness.runtime() / "pycu_host.cpp"
    flags = ["-std=c++17", *STRICT, "-fwrapv", "-ffp-contract=off", "-pthread", "-I", tmp_path]
    texts = ["-x", "c++", one / "one.cu", two / "two.cu", host, main]
    run(need(compiler), *flags, *texts, "-o", tmp_path / "main")
    run(tmp_path / "main")


def test_what_lies_beside_a_text_is_not_read(tmp_path: Path) -> None:
    """Earlier versions wrote the parts as files of their own."""
    out = tmp_path / "k"
    out.mkdir()
    of_others = {"pycu_target.h", "pycu_host.h", "pycu_launch.h", "pycu_ufunc.h", "notes.txt"}
    for name in of_others:
        (out / name).write_text("#error not this one\n")
    (out / "pycu_array.h").write_text("#error an old one\n")
    transpile(tmp_path, "k")
    build = [harness.binary().absolute(), "build", "k.py", "-o", "k", "--target", "cpu"]
    run(*build, "--no-cache", "-Xcxx", "-O0", cwd=tmp_path)
    for name in of_others:
        assert (out / name).read_text() == "#error not this one\n"
    assert (out / "pycu_array.h").read_text().startswith("// pycu::array")
