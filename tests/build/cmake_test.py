"""find_package(pycu) in projects of others: an installed and then moved pycu, configured, built and
run with Ninja and with Makefiles. Runs are counted through scripts that log and pass on."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path

import harness
import pytest
from cmake_projects import PROJECTS, Project, install_and_move, run
from harness import REPOSITORY, build_folder

GENERATORS = ["Ninja", "Unix Makefiles"]
RESULT = "0: -34 -74 -130 -90\n"


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_and_move(tmp_path_factory.mktemp("installed"))


@pytest.fixture(params=GENERATORS)
def consumer(request: pytest.FixtureRequest, tmp_path: Path, prefix: Path) -> Project:
    return Project("consumer", tmp_path, prefix, request.param)


def test_a_project_builds_runs_and_builds_no_more_than_it_must(consumer: Project) -> None:
    consumer.configure()
    modules = ["negate", "scale", "shift", "square"]
    texts = [f"{module}.{kind}" for module in modules for kind in ("cu", "py")]
    # main.cpp is compiled in a unity build with a precompiled header
    others = ["cmake_pch.hxx.cxx", "main.c", "pycu_host.cpp", "unity_0_cxx.cxx"]
    assert consumer.build() == sorted(texts + others)
    assert consumer.program("app") == RESULT
    symbols = run("nm", "-D", "--defined-only", consumer.build_folder / "libshifting.so")
    exported = [name for _, kind, name in map(str.split, symbols.splitlines()) if kind != "W"]
    assert all(name.startswith("shift_") for name in exported) and "shift_shift" in exported
    assert consumer.program("c_app") == "0: 20 40\n"
    assert consumer.build() == []

    # a source that was touched is transpiled once, and nothing is compiled
    os.utime(consumer.source / "scale.py")
    assert consumer.build() == ["scale.py"]
    assert consumer.build() == []

    # a text that changed is compiled; its header has not, and nobody else is
    consumer.edit("scale.py", "FACTOR = 2", "FACTOR = 3")
    assert consumer.build() == ["scale.cu", "scale.py"]
    assert consumer.program("app") == "0: -65 -149 -269 -185\n"
    assert consumer.build() == []

    # the types of square.py stand beside it; a second one is a longer header
    consumer.edit(
        "square.sigs.toml", '"void(float32[:])"', '"void(float32[:])", "void(float64[:])"'
    )
    assert consumer.build() == ["square.cu", "square.py", "unity_0_cxx.cxx"]
    assert consumer.build() == []

    # those of scale.py are written down only now; CMake then asks for the outputs of each source
    (consumer.source / "scale.sigs.toml").write_text('[signatures]\nscale = ["void(float32[:])"]\n')
    assert consumer.build() == sorted([*(f"{module}.py" for module in modules), "scale.py"])
    assert consumer.build() == []

    # those of shift.py stand in CMakeLists.txt
    consumer.edit("CMakeLists.txt", "float32)", "float64)")
    assert "shift.py" in consumer.build()
    assert consumer.build() == []

    # another pycu transpiles everything anew
    run("touch", Path(consumer.options[2].split("=")[1]) / "bin" / "pycu")
    assert consumer.build() == [f"{module}.py" for module in modules]
    assert consumer.build() == []

    # `clean` leaves nothing of what was generated, and the next build writes it again
    consumer.build("--target", "clean")
    assert not list(consumer.build_folder.rglob("pycu_abi.h"))
    assert set(texts) < set(consumer.build())
    assert consumer.program("c_app") == "0: 30 60\n"

    # kernels that another folder adds to the program
    consumer.edit("neighbours/negate.py", "% 4]", "% 2]")
    assert consumer.build() == ["negate.cu", "negate.py"]
    os.utime(consumer.source / "neighbours" / "types.toml")
    assert consumer.build() == ["negate.py"]
    assert consumer.build() == []

    # an error is shown where it is, and goes away with its cause
    consumer.edit("scale.py", "FACTOR\n", "MISSING\n")
    consumer.runs.unlink(missing_ok=True)
    said = run("cmake", "--build", consumer.build_folder, code=None, env=consumer.environment)
    lines = (consumer.source / "scale.py").read_text().splitlines()
    line = 1 + next(i for i, text in enumerate(lines) if text.endswith("MISSING"))
    assert f"{consumer.source}/scale.py:{line}:" in said and "error[PYCU" in said
    consumer.edit("scale.py", "MISSING\n", "FACTOR\n")
    assert consumer.build() == ["scale.py"]


def test_golden_texts_are_compared(consumer: Project) -> None:
    consumer.configure()
    consumer.build("--target", "scale_text-update")
    assert sorted(path.name for path in consumer.golden.iterdir()) == [
        "scale.cu",
        "scale.h",
        "scale.json",
        "scale_cpu.cuh",
        "scale_launch.cuh",
    ]
    test = ["ctest", "--test-dir", consumer.build_folder, "-R", "scale_text", "--output-on-failure"]
    assert "100% tests passed, 0 tests failed out of 1" in run(*test)
    text = consumer.golden / "scale.cu"
    good = text.read_text()
    text.write_text(good.replace("double(FACTOR)", "Double(FACTOR)"))
    said = run(*test, code=8)
    assert "-        a[i] *= Double(FACTOR);\n+        a[i] *= double(FACTOR);\n" in said
    assert f"stale: {text}" in said
    consumer.build("--target", "scale_text-update")
    assert text.read_text() == good


def test_installed_libraries_serve_other_projects(tmp_path: Path, prefix: Path) -> None:
    consumer = Project("consumer", tmp_path, prefix, "Ninja")
    installed = tmp_path / "consumer installed"
    consumer.configure(f"-DCMAKE_INSTALL_PREFIX={installed}")
    consumer.build("--target", "scaling", "shifting")
    run("cmake", "--install", consumer.build_folder)
    shutil.rmtree(consumer.source.parent)
    downstream = Project("downstream", tmp_path, prefix, "Ninja")
    downstream.configure(f"-Dconsumer_DIR={installed}/lib/cmake/consumer")
    assert downstream.build() == ["main.c", "main.cpp", "pycu_host.cpp"]
    assert downstream.program("c_app") == "0: 42\n"
    assert downstream.program("app") == "42\n"


def test_a_project_without_cplusplus_is_told_so(tmp_path: Path, prefix: Path) -> None:
    project = Project("c_only", tmp_path, prefix, "Ninja")
    beside = project.source.parent / "consumer"
    beside.mkdir()
    shutil.copy(PROJECTS / "consumer" / "scale.py", beside)
    said = " ".join(project.configure(code=1).split())
    assert "kernels for the CPU are compiled as C++, which this project has not enabled" in said
    assert "project(NAME LANGUAGES C CXX)" in said
    project.edit("CMakeLists.txt", "SOURCES", "TARGET cuda SOURCES")
    assert "enable_language(CUDA)" in project.configure(code=1)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "pycu_generate(TARGET app SOURCES scale.py scale.py)",
            "two sources of app would be one module",
        ),
        ("pycu_generate(TARGET nobody SOURCES scale.py)", "there is no target `nobody` yet"),
        ("pycu_generate(TARGET app SOURCES missing.py)", "there is no"),
        ("pycu_generate(TARGET app scale.py)", "unexpected `scale.py`"),
        ("pycu_generate(TARGET app SOURCES)", "nothing follows SOURCES"),
        ("pycu_generate(SOURCES scale.py)", "TARGET is missing"),
        ("pycu_add_library(l TARGET gpu SOURCES scale.py)", "TARGET is `gpu`; it is cuda or cpu"),
        (
            "pycu_add_library(l SOURCES scale.py ARCHITECTURES 80)",
            "ARCHITECTURES are those of GPUs",
        ),
        (
            "pycu_add_library(l SHARED STATIC SOURCES scale.py)",
            "SHARED and STATIC; a library is one of them",
        ),
        (
            "pycu_add_library(l SOURCES scale.py OPTIONS --no-such)",
            "pycu does not take the options",
        ),
        ("pycu_add_golden_test(NAME n SOURCES scale.py)", "GOLDEN_DIR"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, line: str, message: str, scratch: Project) -> None:
    lists = scratch.source / "CMakeLists.txt"
    lists.write_text(
        "cmake_minimum_required(VERSION 3.22)\nproject(scratch CXX)\nfind_package(pycu REQUIRED)\n"
        f"add_executable(app main.cpp)\n{line}\n"
    )
    assert message in " ".join(scratch.configure(code=1).split())


@pytest.mark.parametrize(
    ("signatures", "help"),
    [
        ("", 'or give `SIGNATURES "shift=void(?[:], ?)"`'),
        ('SIGNATURES "shift=void(float32[:)"', "it is one of SIGNATURES in CMakeLists.txt"),
    ],
)
def test_messages_have_the_words_of_cmake(signatures: str, help: str, scratch: Project) -> None:
    (scratch.source / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.22)\nproject(scratch CXX)\nfind_package(pycu REQUIRED)\n"
        f"pycu_add_library(kernels SOURCES shift.py {signatures})\n"
    )
    scratch.configure()
    said = run("cmake", "--build", scratch.build_folder, code=1, env=scratch.environment)
    assert f"help: {help}\n" in said


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory, prefix: Path) -> Project:
    """A project that is configured again and again."""
    return Project("consumer", tmp_path_factory.mktemp("scratch"), prefix, "Ninja")


@pytest.mark.skipif(not shutil.which("ccache"), reason="ccache was not found")
def test_ccache_is_a_launcher(tmp_path: Path, prefix: Path) -> None:
    project = Project("consumer", tmp_path, prefix, "Ninja")
    project.environment = {
        **{key: value for key, value in project.environment.items() if "CCACHE" not in key},
        "CCACHE_DIR": str(tmp_path / "cache"),
        "CCACHE_CONFIGPATH": "/dev/null",
        "CCACHE_BASEDIR": "",
    }
    project.configure("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache", "-DCMAKE_C_COMPILER_LAUNCHER=ccache")
    texts = ["scale.py", "shift.py"]
    assert project.build("--target", "scaling", "shifting") == texts
    shutil.rmtree(project.build_folder / "CMakeFiles" / "scaling.dir")
    shutil.rmtree(project.build_folder / "CMakeFiles" / "shifting.dir")
    project.build("--target", "scaling", "shifting")
    statistics = run("ccache", "--print-stats", env=project.environment)
    values = dict(line.split("\t") for line in statistics.splitlines())
    assert int(values["direct_cache_hit"]) == 2
    assert int(values["cache_miss"]) == 3  # with the runtime


@pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc was not found in PATH")
def test_kernels_are_for_the_gpu_when_cuda_is_enabled(tmp_path: Path, prefix: Path) -> None:
    project = Project("consumer", tmp_path, prefix, "Ninja")
    project.configure("-DWITH_CUDA=ON", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    built = project.build()
    # nvcc compiles the texts, and the programs link
    assert {"negate.cu", "scale.cu", "shift.cu", "square.cu"} <= set(built)
    assert "Building CUDA object" in project.said
    for program in ("app", "c_app", "libshifting.so"):
        assert (project.build_folder / program).exists()
    assert b"nv_fatbin" in (project.build_folder / "libscaling.a").read_bytes()
    commands = json.loads((project.build_folder / "compile_commands.json").read_text())
    nvcc = [one["command"] for one in commands if "scaling/scale/scale.cu" in one["file"]]
    host, scale = sorted(nvcc, key=lambda command: "compute_80" in command)
    assert "sm_80" in scale and "sm_90" in scale and "compute_" not in host
    # a library of TARGET cpu runs beside them
    assert project.program("host_app") == "0: 20 40\n"
    assert project.build() == []
    os.utime(project.source / "scale.py")
    assert project.build() == ["scale.py", "scale.py"]
    # what a decorator asks of nvcc alone is no matter of the host's library
    project.edit("scale.py", '[:])")', '[:])", opt=False)')
    assert project.build() == ["scale.cu", "scale.py", "scale.py"]
    asked = project.build_folder / "pycu" / "scaling" / "scale" / "scale.nvcc"
    assert asked.read_text().split() == ["-Xcicc", "-O0", "-Xptxas", "-O0"]
    assert project.build() == []


@pytest.mark.parametrize("way", ["installed", "build tree", "add_subdirectory"])
def test_the_ways_to_have_pycu(tmp_path: Path, prefix: Path, way: str) -> None:
    project = Project("ways", tmp_path, prefix, "Ninja")
    options = {
        "installed": [],
        "build tree": [f"-Dpycu_DIR={build_folder()}"],
        "add_subdirectory": [f"-DPYCU_SOURCE={REPOSITORY}", f"-DPYCU_PROGRAM={harness.binary()}"],
    }
    project.configure(*options[way])
    project.build()
    for name in ("of_objects", "of_texts"):
        assert project.program(name) == "2 4 6 "
    assert (project.build_folder / "libplugin.so").exists()
    texts = (project.build_folder / "texts.txt").read_text().split("\n")
    folder = project.source / "texts"
    assert texts[:2] == [str(folder / "scale.cu"), str(folder / "scale.h")]
    assert all(Path(text).exists() for text in texts if text)
    assert project.build() == []


def test_a_project_that_compiles_pycu_itself_is_configured(tmp_path: Path, prefix: Path) -> None:
    """The binary is not there yet: its rules name it as what they need."""
    project = Project("ways", tmp_path, prefix, "Ninja")
    project.configure(f"-DPYCU_SOURCE={REPOSITORY}")
    rules = run(
        "ninja", "-C", project.build_folder, "-t", "query", "pycu/objects/scale/scale.stamp"
    )
    assert "pycu/bin/pycu\n" in rules
    texts = (project.build_folder / "texts.txt").read_text()
    assert str(project.source / "texts" / "scale_launch.cuh") in texts


def test_pkg_config_knows_the_places(prefix: Path) -> None:
    file = (prefix / "lib/pkgconfig/pycu.pc").read_text()
    values = dict(line.split("=", 1) for line in file.splitlines() if "=" in line)
    at = {"${pcfiledir}": str(prefix / "lib/pkgconfig"), "${prefix}": values["prefix"]}
    for name in ("includedir", "runtimedir", "pycu"):
        path = values[name]
        for variable in ("${prefix}", "${pcfiledir}"):
            path = path.replace(variable, at[variable])
        assert Path(path).exists(), path


def test_the_installed_tree_names_no_place(prefix: Path) -> None:
    names = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}
    assert {
        "include/pycu/pycu.h",
        "share/pycu/runtime/pycu_host.cpp",
        "share/pycu/schemas/build.schema.json",
        "share/pycu/schemas/diagnostic.schema.json",
        "share/pycu/python/pycu/__init__.py",
        "share/doc/pycu/docs/reference/options.md",
    } <= names
    for path in prefix.rglob("*"):
        is_text = path.suffix != ".png" and path.name not in (
            "pycu",
            "pycu-itself",
            "_fast.abi3.so",
        )
        if path.is_file() and is_text:
            text = path.read_text()
            assert str(REPOSITORY) not in text and str(prefix.parent) not in text, path
    # the package runs from there
    environment = {**os.environ, "PYTHONPATH": str(prefix / "share/pycu/python")}
    script = "import pycu; print(pycu.__file__)"
    assert str(prefix) in run(sys.executable, "-c", script, cwd=prefix, env=environment)
    # with the extension, where the build has one
    environment.pop("PYCU_BINARY", None)
    script = "from pycu import _native; print(getattr(_native.fast, '__file__', None))"
    extension = prefix / "share/pycu/python/pycu/_fast.abi3.so"
    is_built = (build_folder() / "python" / extension.name).exists()
    expected = f"{extension if is_built else None}\n"
    assert run(sys.executable, "-c", script, cwd=prefix, env=environment) == expected


@pytest.mark.parametrize("generator", GENERATORS)
def test_launches_in_other_files(tmp_path: Path, prefix: Path, generator: str) -> None:
    project = Project("launching", tmp_path, prefix, generator)

    def kernels(library: str) -> list[str]:
        symbols = run("nm", "-D", "--defined-only", project.build_folder / f"lib{library}.so")
        return sorted(re.findall(r"kernels_fade__(\w+)", symbols))

    project.configure()
    project.build()
    assert kernels("named") == ["a1f4c_f8"] and kernels("found") == ["a1f4c_f8", "a1f8c_f8"]
    assert project.build() == []

    project.edit("programs/simulate.py", "float32", "int32")
    project.build()
    assert kernels("named") == ["a1i4c_f8"] and kernels("found") == ["a1f8c_f8", "a1i4c_f8"]

    project.edit("CMakeLists.txt", "simulate.py", "simulation.py")
    assert "simulation.py`, which is not there" in project.configure(code=1)
