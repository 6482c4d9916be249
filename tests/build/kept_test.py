"""What builds for the CPU keep for others: the compiled runtime, compiled headers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import harness
import numpy as np
import pycu
import pytest
from library_test import KERNEL, Work


@pytest.fixture(params=["g++", "clang++"])
def cpu(request: pytest.FixtureRequest, tmp_path: Path) -> Work:
    if not shutil.which(request.param):
        pytest.skip(f"no {request.param}")
    return Work.for_cpu(tmp_path, request.param)  # what -O3 makes is compared once


# What does not ask how a compiler reads a header.
by_one_compiler = pytest.mark.parametrize("cpu", ["g++"], indirect=True)


def again(cpu: Work, *options: object) -> list[str]:
    """Builds what was removed, with the cache `of/builds`."""
    shutil.rmtree(cpu.folder / "out", ignore_errors=True)
    return cpu.build("--cache", "of/builds", *options)


def entries(cpu: Work) -> list[Path]:
    return sorted((cpu.folder / "of/builds").iterdir())


def headers(cpu: Work) -> list[Path]:
    return sorted((cpu.folder / "of/builds").glob("pycu-*/*.gch"))


def check(cpu: Work) -> None:
    out = np.zeros(3, np.float32)
    pycu.load(cpu.folder / "out" / "k.json").increment[1, 32](out)
    assert out.tolist() == [1, 1, 1]


def test_a_second_build_takes_the_runtime_and_the_headers(cpu: Work) -> None:
    cpu.target = (*cpu.target, "-Xcxx", "-O3")
    assert len(cpu.build()) == 4  # the text, the runtime, the library, the compiler's name
    library = cpu.library.read_bytes()
    runs = again(cpu)
    assert len(runs) == 5 and sum(" c++-header " in run for run in runs) == 1
    assert cpu.library.read_bytes() == library
    assert len(entries(cpu)) == len(headers(cpu)) == 1

    runs = again(cpu)
    assert len(runs) == 3
    assert f"-include {entries(cpu)[0]}" in runs[0]
    assert cpu.library.read_bytes() == library
    check(cpu)

    # with other options it is another entry; what is included first might change the headers
    assert len(again(cpu, "-Xcxx", "-DX")) == 5
    assert len(entries(cpu)) == 2
    (cpu.folder / "first.h").write_text("#define FIRST 1\n")
    for _ in range(2):
        runs = again(cpu, "-Xcxx", "-include", "-Xcxx", "first.h")
        assert not any("-header" in run or "prelude" in run for run in runs)
    assert len(headers(cpu)) == 2


def test_many_texts_wait_for_their_header(cpu: Work) -> None:
    for name in ("l", "m"):
        (cpu.folder / f"{name}.py").write_text(KERNEL.format(step=3))
    runs = again(cpu, "l.py", "m.py")
    assert " c++-header " in runs[0]
    assert sum("-include" in run for run in runs) == 3
    assert len(runs) == 1 + 3 + 1 + 3 + 1  # a header, texts, the runtime, libraries, the name
    check(cpu)


def test_checked_texts_have_a_header_of_their_own(cpu: Work) -> None:
    for kept in (False, True):
        runs = again(cpu, "--debug")
        assert any("-include" in run for run in runs) == kept
    assert len(headers(cpu)) == 1
    a, out = np.zeros(2, np.float32), np.zeros(1, np.float32)
    with pytest.raises(IndexError, match="index 1 of axis 0 of 'out'"):
        pycu.load(cpu.folder / "out" / "k.json").reversed_block[1, 2](a, out)


@pytest.mark.parametrize("damage", ["cut", "emptied", "text", "bits"])
def test_a_damaged_header_breaks_no_build(cpu: Work, damage: str) -> None:
    again(cpu)
    library = cpu.library.read_bytes()
    header = headers(cpu)[0]
    compiled = header.read_bytes()
    middle = len(compiled) // 2
    header.write_bytes(
        {
            "cut": compiled[:middle],
            "emptied": b"",
            "text": b"#error this is no header\n",
            "bits": compiled[:5000] + b"\xff" * (middle - 5000) + compiled[middle:],
        }[damage]
    )
    runs = again(cpu)
    assert sum(run.endswith("k.cu") for run in runs) in (1, 2)
    assert cpu.library.read_bytes() == library
    again(cpu)
    assert cpu.library.read_bytes() == library


def test_what_texts_begin_with_may_be_read_again() -> None:
    begins: set[str] = set()
    for text in (harness.REPOSITORY / "testdata" / "emit").glob("*.cu"):
        begins.update(re.findall(r'^#include "(pycu\w*\.h)"$', text.read_text(), re.MULTILINE))
    assert {"pycu.h", "pycu_debug.h", "pycu_ufunc.h", "pycu_complex.h"} <= begins
    for name in begins:
        # clang++ knows files by their places: a copy in another folder is another file
        header = (harness.REPOSITORY / "templates" / "runtime" / name).read_text()
        assert f"#ifndef {name.upper()[:-2]}_INCLUDED" in header, name


@by_one_compiler
def test_a_damaged_runtime_is_compiled_again(cpu: Work) -> None:
    again(cpu)
    library = cpu.library.read_bytes()
    kept = entries(cpu)[0] / "pycu-host.o"
    for damaged in (kept.read_bytes()[:-1], b""):
        kept.write_bytes(damaged)
        assert len(again(cpu)) == 4
        assert cpu.library.read_bytes() == library
        assert len(again(cpu)) == 3


def test_what_is_wrong_is_told_as_without_a_cache(cpu: Work) -> None:
    wrong = ("-Xcxx", "-Dreversed_block=")  # a kernel without a name
    said = []
    for options in (["--no-cache"], ["--cache", "of/builds"], ["--cache", "of/builds"]):
        shutil.rmtree(cpu.folder / "out", ignore_errors=True)
        cpu.build(*wrong, *options, code=70)
        said.append([line for line in cpu.said.splitlines() if "error" in line])
    assert said[0] and said[0] == said[1] == said[2]


@by_one_compiler
def test_a_cache_that_cannot_be_written_is_none(cpu: Work) -> None:
    assert len(cpu.build("--cache", "k.py/x")) == 4
    check(cpu)


@by_one_compiler
def test_what_was_used_longest_ago_leaves(cpu: Work) -> None:
    again(cpu)
    old, other = (cpu.folder / "of/builds" / name for name in ("pycu-old", "other"))
    for folder in (old, other):
        folder.mkdir()
        with open(folder / "x.gch", "wb") as file:
            file.truncate(300 << 20)  # a hole: no block on the disk
        os.utime(folder, (time.time() - 1000,) * 2)
    again(cpu, "-Xcxx", "-DX")
    assert not old.exists() and other.exists()
    assert len(headers(cpu)) == 2


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"PYCU_CACHE_DIR": "own", "XDG_CACHE_HOME": "xdg", "HOME": "home"}, "own/runtime"),
        ({"XDG_CACHE_HOME": "xdg", "HOME": "home"}, "xdg/pycu/runtime"),
        ({"HOME": "home"}, "home/.cache/pycu/runtime"),
        ({}, None),
    ],
)
def test_where_builds_keep_it(
    tmp_path: Path, variables: dict[str, str], expected: str | None
) -> None:
    work = Work(tmp_path)
    names = {name: str(tmp_path / value) for name, value in variables.items()}
    command = [harness.binary().absolute(), "build", work.source, "-o", tmp_path / "out"]
    command += ["--target", "cpu", "-Xcxx", "-O0"]
    for options in (["--no-cache"], []):
        subprocess.run(
            [*map(str, command), *options],
            env={"PATH": os.environ["PATH"], **names},
            check=True,
            capture_output=True,
        )
        shutil.rmtree(tmp_path / "out")
        made = [path.parent for path in tmp_path.rglob("pycu-host.o")]
        assert len(made) == (not options and expected is not None)
    if expected:
        assert made[0].parent == tmp_path / expected


def test_one_of_two_options_is_meant(tmp_path: Path) -> None:
    work = Work(tmp_path)
    work.build("--cache", "x", "--no-cache", code=2)
    assert "--no-cache" in work.said
