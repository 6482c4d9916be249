"""`--line-directives`: compilers, debuggers and ptxas speak of the Python text."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import documents
import harness
import pytest

KERNELS = """from numba import cuda


@cuda.jit("float32(float32)", device=True)
def twice(value):
    result = value + value
    return result


# A comment that keeps its place.
@cuda.jit("void(float32[:], float32[:], int32)")
def scale(x, out, n):
    i = cuda.grid(1)
    if i < n:
        factor = x[i] + 1
        shown = i * 10
        out[i] = twice(x[i]) * factor
        out[i] += shown
"""
FIRST_LINE = 13  # of the body of scale

DRIVER = """import sys
import numpy as np
import pycu

k = pycu.load("out/kernels.json")
out = np.zeros(4, np.float32)
k.scale[1, 4](np.arange(1, 5, dtype=np.float32), out, 4)
assert list(out) == [4.0, 22.0, 44.0, 70.0], out
"""


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "kernels.py").write_text(KERNELS)
    (tmp_path / "script.py").write_text(DRIVER)
    return tmp_path


def pycu(work: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(harness.binary().absolute()), *arguments]
    return subprocess.run(command, cwd=work, capture_output=True, text=True)


def python_environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(harness.REPOSITORY / "python"), "PYCU_WORKERS": "1"}


def test_each_line_names_its_python_line(work: Path) -> None:
    """What stands in the preprocessed text under a line of Python comes from that line."""
    assert pycu(work, "transpile", "kernels.py", "-o", "out", "--line-directives").returncode == 0
    lines = KERNELS.splitlines()
    here, found = 0, {}
    for text in (work / "out" / "kernels.cu").read_text().splitlines():
        directive = re.fullmatch(r'#line (\d+) "(.*)"', text)
        if directive:
            here = int(directive[1]) if directive[2] == "kernels.py" else 0
            continue
        if here:
            found[text.strip()] = here
            here += 1
    for code, python in {
        "const int i = blockIdx.x * blockDim.x + threadIdx.x;": "i = cuda.grid(1)",
        "if (i < n) {": "if i < n:",
        "const int64_t shown = int64_t(i) * 10;": "shown = i * 10",
        "out[i] = float(twice(x[i]) * factor);": "out[i] = twice(x[i]) * factor",
        "const float result = value + value;": "result = value + value",
        "return result;": "return result",
    }.items():
        match = [number for text, number in found.items() if text == code]
        if not match and code.startswith("out[i]"):
            match = [n for text, n in found.items() if text.startswith("out[i] = ")]
        assert [lines[number - 1].strip() for number in match] == [python], code


def test_without_the_option_there_are_none(work: Path) -> None:
    assert pycu(work, "transpile", "kernels.py", "-o", "out").returncode == 0
    assert "#line" not in (work / "out" / "kernels.cu").read_text()


@pytest.mark.parametrize("given", ["kernels.py", "./kernels.py", "{here}/kernels.py"])
def test_no_absolute_path_is_written(work: Path, given: str) -> None:
    source = given.replace("{here}", str(work))
    assert pycu(work, "transpile", source, "-o", "out", "--line-directives").returncode == 0
    text = (work / "out" / "kernels.cu").read_text()
    name = "./kernels.py" if given.startswith(".") else "kernels.py"
    assert f'"{name}"' in text
    assert str(work) not in text
    assert "#line" in text.split("PYCU_END")[0].strip().splitlines()[-1]
    end = text[: text.index("PYCU_END")].count("\n") + 1
    assert f'#line {end} "kernels.cu"' in text
    wide = (work / "out" / "kernels_launch.cuh").read_text()
    end = wide[: wide.index("PYCU_WIDE_END")].count("\n") + 1
    assert f'#line {end} "kernels_launch.cuh"' in wide


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_compilers_complain_about_python_lines(work: Path, compiler: str) -> None:
    assert shutil.which(compiler), f"{compiler} is missing; scripts/setup installs it"
    assert pycu(work, "transpile", "kernels.py", "-o", "out", "--line-directives").returncode == 0
    path = work / "out" / "kernels.cu"
    path.write_text(path.read_text().replace(" * 10;", " * ten;"))
    done = subprocess.run(
        [compiler, "-std=c++17", "-x", "c++", "-fsyntax-only", "out/kernels.cu"],
        cwd=work,
        capture_output=True,
        text=True,
    )
    assert re.search(rf"^kernels\.py:{FIRST_LINE + 3}:\d+: error: .*ten", done.stderr, re.M), (
        done.stderr
    )


def test_pycu_shows_the_python_line_that_a_compiler_refuses(work: Path) -> None:
    compiler = work / "refuses.sh"
    compiler.write_text(
        f'#!/bin/sh\necho "kernels.py:{FIRST_LINE + 2}:9: error: refused" >&2\nexit 1\n'
    )
    compiler.chmod(0o755)
    done = pycu(work, "build", "kernels.py", "-o", "out", "--target", "cpu", "--cxx",
                "./refuses.sh", "--line-directives")  # fmt: skip
    assert f"kernels.py:{FIRST_LINE + 2}:9: error[PYCU0701]" in done.stderr
    assert "factor = x[i] + 1" in done.stderr


def page_commands() -> list[list[str]]:
    """The commands of the page on debugging: to build, and to stop in gdb."""
    blocks = [text for language, text in documents.page("how-to/debugging") if language == "sh"]
    return [shlex.split(text) for text in blocks]


def test_gdb_steps_through_a_kernel_by_python_line(work: Path) -> None:
    gdb = shutil.which("gdb")
    assert gdb, "gdb is missing; scripts/setup installs it"
    build, debug = page_commands()
    assert build[0] == "pycu" and debug[0] == "gdb"
    done = pycu(work, *build[1:])
    assert done.returncode == 0, done.stderr
    words = [word.replace("kernels.py:12", f"kernels.py:{FIRST_LINE + 3}") for word in debug[1:]]
    [at] = [n for n, word in enumerate(words) if word == "--args"]
    more = [
        "print factor",
        "print i",
        "next",
        "print shown",
        "step",
        "print value",
        "up",
        "delete",
        "continue",
    ]
    arguments = [word for command in more for word in ("-ex", command)]
    first = ["-ex", "set style enabled off", "-ex", "set auto-load python-scripts off"]
    program = [sys.executable if word == "python" else word for word in words[at:]]
    done = subprocess.run(
        [gdb, "-q", "-nx", "-batch", *first, *words[:at], *arguments, *program],
        cwd=work,
        capture_output=True,
        text=True,
        env=python_environment(),
        timeout=120,
    )
    said = done.stdout + done.stderr
    if "ptrace: Operation not permitted" in said:
        pytest.skip("gdb may not trace a process here: ptrace is not permitted")
    assert re.search(rf"Breakpoint 1, .*scale .*kernels\.py:{FIRST_LINE + 3}", said, re.S), said
    assert f"{FIRST_LINE + 3}\t        shown = i * 10" in said, said
    assert "$1 = 2\n$2 = 0\n" in said, said
    assert f"{FIRST_LINE + 4}\t        out[i] = twice(x[i]) * factor" in said, said
    assert "$3 = 0\n" in said, said
    assert re.search(r"twice .*value=1.*kernels\.py:6", said), said
    assert "exited normally" in said, said


def test_ptxas_and_nvcc_know_the_lines(work: Path) -> None:
    nvcc = shutil.which("nvcc")
    if nvcc is None:
        pytest.skip("nvcc was not found")
    assert pycu(work, "transpile", "kernels.py", "-o", "out", "--line-directives").returncode == 0
    done = subprocess.run(
        [nvcc, "-std=c++17", "-arch=sm_80", "-lineinfo", "-ptx", "-o", "k.ptx", "out/kernels.cu"],
        cwd=work,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    ptx = (work / "k.ptx").read_text()
    [file] = re.findall(r'\.file\s+(\d+) ".*kernels\.py"', ptx)
    lines = {int(n) for n in re.findall(rf"\.loc\s+{file} (\d+) ", ptx)}
    assert {FIRST_LINE, FIRST_LINE + 1, FIRST_LINE + 4} <= lines
    assert lines <= set(range(1, len(KERNELS.splitlines()) + 1))
