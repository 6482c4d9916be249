"""The documents: their files are written, their commands are run, their links lead somewhere."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import harness
import numpy as np
import pytest
from documents import page
from harness import REPOSITORY

KERNELS = """from numba import cuda


@cuda.jit("void(float32[:])")
def double(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= 2
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with pycu in ~/pycu, as the first command of the page on CMake puts it there."""
    folder = tmp_path_factory.mktemp("home")
    language, install = page("how-to/cmake")[0]
    assert language == "sh"
    build = harness.build_folder()
    assert "--install build " in install
    shell(install.replace("--install build ", f"--install '{build}' "), REPOSITORY, folder)
    assert (folder / "pycu/bin/pycu").exists()
    return folder


def shell(script: str, folder: Path, home: Path) -> str:
    """Runs commands as a person would type them."""
    python = str(Path(sys.executable).parent)
    environment = {
        **os.environ,
        "HOME": str(home),
        "PATH": os.pathsep.join([f"{home}/pycu/bin", python, os.environ["PATH"]]),
    }
    done = subprocess.run(
        ["sh", "-ec", script], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_the_page_on_cmake_leads_to_a_linked_kernel(tmp_path: Path, home: Path) -> None:
    said = ""
    for language, text in page("how-to/cmake")[1:]:
        if language == "sh":
            said += shell(text, tmp_path, home)
            continue
        name = text.split("\n", 1)[0].lstrip("#/ ")
        (tmp_path / name).write_text(text)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "CMakeLists.txt",
        "build",
        "main.cpp",
        "saxpy.py",
    ]
    assert said.endswith("\n3\n")


def test_the_commands_of_the_page_on_ci_run(tmp_path: Path, home: Path) -> None:
    (tmp_path / "kernels.py").write_text(KERNELS)
    said = []
    for language, text in page("how-to/ci"):
        if language != "sh":
            continue
        if "--target cuda" not in text or shutil.which("nvcc"):
            said.append(shell(text, tmp_path, home))
    assert (tmp_path / "messages.json").read_text() == ""
    assert sorted(path.name for path in (tmp_path / "generated").iterdir()) == [
        "kernels.cu",
        "kernels.h",
        "kernels.json",
        "kernels_cpu.cuh",
        "kernels_launch.cuh",
    ]
    assert "<pycu module kernels for cpu: double>" in said[2]
    if shutil.which("nvcc"):
        assert int(said[3].splitlines()[-1]) > 0
    # and what the page promises of a forgotten change
    (tmp_path / "kernels.py").write_text(KERNELS.replace("*= 2", "*= 3"))
    check = page("how-to/ci")[1][1].splitlines()[1]
    with pytest.raises(AssertionError, match="stale: generated/kernels.cu"):
        shell(check, tmp_path, home)


def work_through(title: str, folder: Path, home: Path) -> list[str]:
    """Writes the files of a page, runs its commands, and returns the lines that they print."""
    said = ""
    for language, text in page(title):
        if language == "sh":
            said += shell(text, folder, home)
        else:
            path = folder / text.split("\n", 1)[0].lstrip("#/! ")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    return said.splitlines()


def test_the_page_on_c_and_fortran(tmp_path: Path, home: Path) -> None:
    if shutil.which("gfortran") is None:
        pytest.skip("gfortran was not found in PATH")
    said = work_through("how-to/cpp", tmp_path, home)
    assert said[2] == "1"
    assert said[3].startswith("2: step: a block of (2000, 1, 1) threads; it can have ")
    assert said[-3:-1] == ["1", "1.0"]
    assert said[-1].startswith("step: a block of (64, 64, 1) threads; it can have ")


def test_the_page_on_python(tmp_path: Path, home: Path) -> None:
    said = work_through("how-to/python", tmp_path, home)
    assert "['void(float32[:], float32)', 'void(float64[:], float64)']" in said
    assert "[6. 2. 6. 2.]" in said
    assert any("argument `x` is int64[::1], the kernel takes float64[:]" in line for line in said)
    assert said[-1].startswith("2 scale: a block of (2000, 1, 1) threads")


def test_the_page_on_wheels(tmp_path: Path, home: Path) -> None:
    """But for pip: tests/consumers/own_wheel_test.py makes the wheel of examples/wheel."""
    said = work_through("how-to/wheels", tmp_path, home)
    assert "[0. 2. 4. 6.] ['scale']" in said
    assert said[-1] == "['void(float32[:], float32)']"

    def settings(path: Path) -> set[str]:
        lines = (line.split("#")[0].strip() for line in path.read_text().splitlines())
        return {line for line in lines if not re.match("description|requires-python", line)}

    for name in ("CMakeLists.txt", "pyproject.toml"):
        assert settings(tmp_path / name) == settings(REPOSITORY / "examples/wheel" / name)


def test_the_page_on_ufuncs_and_reductions(tmp_path: Path, home: Path) -> None:
    said = work_through("how-to/ufuncs", tmp_path, home)
    assert "0.877583" in said
    assert "['ff->f', 'dd->d'] 0.877583" in said
    assert "(2, 5)" in said
    assert said[-1].startswith("operands could not be broadcast together with shapes (5,) (3,)")


def test_the_page_on_scripts(tmp_path: Path, home: Path) -> None:
    said = work_through("how-to/scripts", tmp_path, home)
    assert said[:3] == ["[0.25 0.25 0.25]"] * 3
    assert said[-1] == "built out/libdecay.so"
    recorded = (tmp_path / "decay.sigs.toml").read_text()
    assert '"decay" = ["void(float32[::1], int64)"]' in recorded
    assert '"RATE" = "0.5"' in recorded


def test_the_program_of_several_files(tmp_path: Path, home: Path) -> None:
    blocks = page("how-to/types")
    for language, text in blocks:
        if language == "python":
            (tmp_path / text.split()[1]).write_text(text)
        if language == "console":
            command, said = text.removeprefix("$ ").split("\n", 1)
            assert shell(command, tmp_path, home) == said
    assert (tmp_path / "simulate.py").exists()
    faded = np.ones((), np.float32)
    for _ in range(3):
        faded *= np.float32(0.99)
    assert shell("pycu run simulate.py 2>/dev/null", tmp_path, home) == f"{faded!s}\n"


def test_the_page_on_make_and_meson(tmp_path: Path, home: Path) -> None:
    said = work_through("how-to/make", tmp_path, home)
    assert said[-1] == "3" and said.count("3") == 2
    assert "is up to date" in shell("make", tmp_path, home)
    assert shell("make -B CXXFLAGS=-fno-exceptions && ./main", tmp_path, home).endswith("\n3\n")
    (tmp_path / "saxpy.py").write_text(
        (tmp_path / "saxpy.py").read_text().replace("a *", "2 * a *")
    )
    shell("make", tmp_path, home)
    assert shell("./main", tmp_path, home) == "5\n"
    shell("meson compile -C build", tmp_path, home)
    assert shell("./build/main", tmp_path, home) == "5\n"


def test_the_page_on_another_machine(tmp_path: Path, home: Path) -> None:
    for program in ("aarch64-linux-gnu-g++", "qemu-aarch64"):
        harness.need_extra(program)
    said = work_through("how-to/cross", tmp_path, home)
    assert any("100% tests passed" in line for line in said)
    assert said[-1] == "1000"


def test_the_page_on_what_is_slow(tmp_path: Path, home: Path) -> None:
    """Each program gets the message that is shown behind it."""
    shown = 0
    for language, text in page("how-to/performance"):
        if language == "python":
            (tmp_path / text.split()[1]).write_text(text)
        else:
            command, expected = text.removeprefix("$ ").split("\n", 1)
            assert shell(f"{command} 2>&1", tmp_path, home) == expected
            shown += 1
    assert shown == 8


def test_the_tutorial(tmp_path: Path, home: Path) -> None:
    """Its files and commands in their order; what it shows is what they print."""
    shown, said = 0, ""
    for language, text in page("tutorial"):
        first = text.split("\n", 1)[0]
        if language == "console":
            command, expected = text.removeprefix("$ ").split("\n", 1)
            assert shell(f"{command} 2>&1", tmp_path, home) == expected
            shown += 1
        elif language == "sh":
            said = shell(text, tmp_path, home)
        elif re.fullmatch(r"(#|//) \w+\.\w+", first):
            (tmp_path / first.split()[1]).write_text(text)
        elif language == "cpp":
            narrow = (tmp_path / "rod.py").read_text().replace("- 2 *", "- np.float32(2) *")
            (tmp_path / "rod.py").write_text(narrow)
            shell("pycu transpile rod.py -o out", tmp_path, home)
            assert text in (tmp_path / "out/rod.cu").read_text()
            shown += 1
    assert shown == 5
    assert said == "0 0 6.25 25 37.5 25 6.25 0 0 \n"


def test_the_pages_are_made_and_no_link_is_broken(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q", "--strict", "-d", tmp_path],
        cwd=REPOSITORY,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    search = json.loads((tmp_path / "search/search_index.json").read_text())
    places = {entry["location"] for entry in search["docs"]}
    assert {"tutorial.html", "reference/messages.html#pycu0205"} <= places


def test_links_between_files_of_the_repository() -> None:
    """Read without MkDocs, too, every link of a document leads to a file."""
    documents = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")]
    broken = [
        f"{path.relative_to(REPOSITORY)}: {target}"
        for path in documents
        for target in re.findall(r"\]\(([\w./-]+\.md)[#)]", path.read_text())
        if not (path.parent / target).exists()
    ]
    assert not broken, broken
