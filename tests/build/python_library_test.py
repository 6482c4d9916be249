"""pycu_add_python_library: packages of Python whose modules are compiled kernels."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import harness
import jsonschema
import pytest
from cmake_projects import Project, install_and_move, run
from harness import REPOSITORY, build_folder

# each module of the package, with what `list` gives
MODULES = {
    "mypkg._steps": ["Steps.count", "__own__", "größer", "halve", "mirror"],
    "mypkg.sums": ["product", "total"],
    "mypkg.fields.waves": ["advance"],
    "mypkg.fields.waves_cpu": ["advance"],
}

USE = """\
import importlib, inspect, pickle, sys
import mypkg, mypkg.sums
import numpy as np
from mypkg import _steps as steps
from mypkg._steps import Config, halve
from mypkg._steps import *
from mypkg.fields import waves, waves_cpu

# as pycu.load gives it
a = np.arange(5)
steps.Steps.count[1, 32](a)
assert a.tolist() == [3, 4, 5, 6, 7] and Config.STEPS == 3 and steps.BLOCK == mypkg.BLOCK == 64
assert steps.RATE.dtype == np.float32 and steps["größer"] is größer and "halve" in steps
assert mypkg.halved(np.ones(3, np.float32)).tolist() == [0.5] * 3
points = np.zeros(2, steps.point)
points["x"] = 1
steps.mirror[1, 32](points)
assert points["x"].tolist() == [-1, -1] and len(steps) == 5
one = np.zeros(1, np.float32)
steps["__own__"][1, 1](one)
assert one[0] == 7
assert mypkg.sums.product(np.arange(3.0), 2).tolist() == [0, 2, 4]
assert mypkg.total(np.arange(5.0)) == 10
for module in (waves, waves_cpu):
    u = np.zeros(3)
    module.advance[1, 32](u, 4)
    assert u.tolist() == [2] * 3
assert mypkg.fields.advanced(2).tolist() == [2] * 2

# as Python has modules
assert inspect.ismodule(steps) and steps is sys.modules["mypkg._steps"]
assert steps.__file__.endswith("_steps.py") and "load_as" not in dir(steps)
assert {"BLOCK", "Config", "Steps", "größer", "__name__"} <= set(dir(steps))
assert pickle.loads(pickle.dumps(steps)) is steps
assert pickle.loads(pickle.dumps(halve)) is halve is steps.halve
assert importlib.reload(steps) is steps and len(steps) == 5 and steps.halve is not halve
for name in ("launched", "half"):
    try:
        getattr(steps, name)
    except AttributeError as error:
        assert f"no kernel {name!r} in this module; it has BLOCK, Config," in str(error)
    else:
        raise AssertionError
    try:
        exec(f"from mypkg._steps import {name}")
    except ImportError as error:
        assert f"cannot import name {name!r} from 'mypkg._steps'" in str(error)
    else:
        raise AssertionError
print("used")
"""


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_and_move(tmp_path_factory.mktemp("installed"))


def python(program: str, *folders: Path, **options: object) -> str:
    """Runs a program that sees these folders, and no Numba."""
    path = os.pathsep.join(map(str, folders))
    hidden = "import sys; sys.modules['numba'] = None\n"
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    return run(sys.executable, "-c", hidden + program, env=environment, **options)


def install(project: Project, folder: Path) -> Path:
    run("cmake", "--install", project.build_folder, "--prefix", folder, "--component", "package",
        "--strip")  # fmt: skip
    return folder


@pytest.mark.parametrize(
    ("way", "generator"),
    [("installed", "Ninja"), ("build tree", "Unix Makefiles"), ("add_subdirectory", "Ninja")],
)
def test_a_package_of_many_modules(tmp_path: Path, prefix: Path, way: str, generator: str) -> None:
    project = Project("package", tmp_path, prefix, generator)
    options = {
        "installed": [],
        "build tree": [f"-Dpycu_DIR={build_folder()}"],
        "add_subdirectory": [f"-DPYCU_SOURCE={REPOSITORY}", f"-DPYCU_PROGRAM={harness.binary()}"],
    }
    project.configure("-DCMAKE_BUILD_TYPE=Release", *options[way])
    project.build()
    assert project.build() == []
    package = install(project, tmp_path / "site")
    shutil.rmtree(project.build_folder.parent)
    package = package.rename(tmp_path / "moved")
    assert python(USE, package, REPOSITORY / "python", cwd=tmp_path) == "used\n"
    for name, kernels in MODULES.items():
        code = f"import importlib; print(sorted(importlib.import_module({name!r})))"
        assert python(code, package, REPOSITORY / "python") == f"{kernels}\n"


def test_what_is_installed_names_no_place_and_keeps_to_its_schema(
    tmp_path: Path, prefix: Path
) -> None:
    project = Project("package", tmp_path, prefix, "Ninja Multi-Config")
    project.configure()
    project.build("--config", "Release")
    package = install(project, tmp_path / "site")
    files = {path.relative_to(package).as_posix(): path for path in package.rglob("*.*")}
    assert set(files) == {
        *(f"mypkg/{name}.py" for name in ("__init__", "_steps", "device", "sums")),
        *("mypkg/sums.sigs.toml", "mypkg/libmypkg_kernels.so"),
        *(f"mypkg/{name}{end}" for name in ("m_steps", "sums") for end in (".json", ".build.json")),
        *(f"mypkg/fields/{name}.py" for name in ("__init__", "waves", "waves_cpu")),
        *("mypkg/fields/libfields.so", "mypkg/fields/libfields_cpu.so"),
        *(
            f"mypkg/fields/{name}{end}"
            for name in ("waves", "waves_cpu")
            for end in (".json", ".build.json")
        ),
    }
    for path in files.values():
        content = path.read_bytes()
        assert str(tmp_path).encode() not in content and str(prefix).encode() not in content, path
        assert str(REPOSITORY).encode() not in content, path
    said = run("readelf", "-d", files["mypkg/libmypkg_kernels.so"])
    assert "NEEDED" in said and "RPATH" not in said and "RUNPATH" not in said
    schema = json.loads((prefix / "share/pycu/schemas/build.schema.json").read_text())
    for name, path in files.items():
        if name.endswith(".build.json"):
            jsonschema.validate(json.loads(path.read_text()), schema)


def test_type_checkers_read_its_names(tmp_path: Path, prefix: Path) -> None:
    project = Project("package", tmp_path, prefix, "Ninja")
    project.configure()
    made = project.build_folder / "pycu/mypkg_kernels-package/_steps.py"
    run("cmake", "--build", project.build_folder, "--target", made, env=project.environment)
    text = made.read_text()
    types = text[text.index("    import pycu\n") :].split("\n\n")[1].splitlines()
    assert sorted(types) == [
        "    BLOCK: int",
        "    Config: Any",
        "    RATE: Any",
        "    Steps: Any",
        "    größer: pycu.Kernel",
        "    halve: pycu.Kernel",
        "    mirror: pycu.Kernel",
        "    point: Any",
        "    points: Any",
    ]


def test_without_pycu_it_says_what_to_install(tmp_path: Path, prefix: Path) -> None:
    project = Project("package", tmp_path, prefix, "Ninja")
    project.configure()
    project.build("--target", "fields")
    folder = project.build_folder / "pycu/fields-package"
    other = tmp_path / "other/pycu"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("")
    why = {
        tmp_path: "No module named 'pycu'",
        other.parent: "cannot import name 'load_as' from 'pycu'",
    }
    for path, reason in why.items():
        said = python("import waves", folder, path, code=1)
        assert "ImportError: waves has kernels that pycu-compiler loads: pip install" in said
        assert reason in said


@pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc was not found in PATH")
def test_kernels_for_the_gpu(tmp_path: Path, prefix: Path) -> None:
    project = Project("package", tmp_path, prefix, "Ninja")
    project.configure("-DWITH_CUDA=ON")
    project.build("--target", "fields", "fields_cpu")
    for name, target, library in (
        ("waves", "cuda", "fields"),
        ("waves_cpu", "cpu", "fields_cpu"),
    ):
        made = project.build_folder / f"pycu/{library}-package"
        build = json.loads((made / f"{name}.build.json").read_text())
        assert (build["target"], build["library"]) == (target, f"lib{library}.so")
        shutil.copy(made / f"{name}.build.json", tmp_path)
        shutil.copy(made / f"{name}.py", tmp_path)
        shutil.copy(project.build_folder / f"pycu/{library}/{name}/{name}.json", tmp_path)
        shutil.copy(project.build_folder / f"lib{library}.so", tmp_path)
        code = f"import {name}; print({name}._pycu_library.target, *{name})"
        assert python(code, tmp_path, REPOSITORY / "python") == f"{target} advance\n"


START = "pycu_add_python_library(mypkg_kernels "
CALL = f"{START}PACKAGE mypkg SOURCES scale.py)"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (f"{START}SOURCES scale.py)", "PACKAGE is missing: the package whose modules they are"),
        (f"{START}PACKAGE mypkg)", "SOURCES is missing; usage: pycu_add_python_library(NAME PACKA"),
        (f"{START}PACKAGE SOURCES scale.py)", "nothing follows PACKAGE"),
        (
            f"{START}SHARED PACKAGE mypkg SOURCES scale.py)",
            "unexpected `SHARED`; usage: ",
        ),
        (
            f"{START}PACKAGE src/mypkg SOURCES scale.py)",
            "Python cannot import PACKAGE src/mypkg: `src/mypkg` is no name; write PACKAGE mypkg",
        ),
        (f"{START}PACKAGE mypkg.class SOURCES scale.py)", "`class` is no name"),
        (f"{START}PACKAGE mypkg SOURCES 2d.py)", "`2d` is no name; rename it, or give it OPTIONS"),
        (
            f"{START}PACKAGE mypkg SOURCES neighbours/__init__.py)",
            "neighbours/__init__.py is a package, and what it imports would be gone",
        ),
        (
            f"{START}PACKAGE mypkg SOURCES scale.py ARCHITECTURES 80)",
            "pycu_add_python_library: ARCHITECTURES are those of GPUs, and mypkg_kernels is for",
        ),
        (
            f"{START}PACKAGE mypkg SOURCES scale.py TARGET gpu)",
            "pycu_add_python_library: TARGET is `gpu`; it is cuda or cpu",
        ),
        (
            f"{START}PACKAGE mypkg SOURCES scale.py OPTIONS --module=a-b)",
            "Python cannot import scale.py: `a-b` is no name",
        ),
        (f"{START}PACKAGE mypkg SOURCES scale.py OPTIONS --module)", "does not take the options"),
        (f"{START}PACKAGE mypkg SOURCES gone.py)", "pycu: mypkg_kernels: there is no"),
        (
            f"{CALL}\n{CALL.replace('mypkg_kernels', 'again')}",
            "there is a mypkg/scale.py already; rename scale.py, or give it OPTIONS --module NAME",
        ),
    ],
)
def test_mistakes_are_named(lines: str, message: str, scratch: Project) -> None:
    written = scratch.source / "CMakeLists.txt"
    written.write_text(
        "cmake_minimum_required(VERSION 3.22)\nproject(scratch CXX)\nfind_package(pycu REQUIRED)\n"
        f"{lines}\n"
    )
    assert message in " ".join(scratch.configure(code=1).split())


def test_a_project_without_cplusplus_is_told_so(scratch: Project) -> None:
    (scratch.source / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.22)\nproject(scratch NONE)\nfind_package(pycu REQUIRED)\n"
        f"{CALL}\n"
    )
    shutil.rmtree(scratch.build_folder, ignore_errors=True)
    said = " ".join(scratch.configure(code=1).split())
    assert "pycu_add_python_library: kernels for the CPU are compiled as C++, which" in said
    assert "project(NAME LANGUAGES C CXX)" in said


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory, prefix: Path) -> Project:
    """A project that is configured again and again."""
    return Project("consumer", tmp_path_factory.mktemp("scratch"), prefix, "Ninja")
