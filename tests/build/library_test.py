"""`pycu build`: when compilers run, what is recorded, static libraries, options for compilers."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import harness
import jsonschema
import pycu
import pytest
from harness import REPOSITORY

SCHEMAS = REPOSITORY / "lib" / "manifest" / "schema"

KERNEL = '''"""A kernel."""
import numba
from numba import cuda


@cuda.jit("void(float32[:])")
def increment(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += {step}


@cuda.jit("void(float32[:], float32[:])")
def reversed_block(a, out):
    shared = cuda.shared.array(256, numba.float32)
    i = cuda.threadIdx.x
    shared[i] = a[i]
    cuda.syncthreads()
    out[i] = shared[cuda.blockDim.x - 1 - i]
'''

needs_nvcc = pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc was not found in PATH")


def logging_compiler(folder: Path, compiler: str) -> Path:
    """A script that runs a compiler and notes each start and end in `runs`."""
    real = shutil.which(compiler)
    script = folder / f"logging-{compiler}"
    script.write_text(
        f'#!/bin/sh\necho "start $*" >> {folder}/runs\n{real} "$@"\ncode=$?\n'
        f"echo end >> {folder}/runs\nexit $code\n"
    )
    script.chmod(0o755)
    return script


class Work:
    """A folder with a source, and `pycu build` through a logging compiler."""

    def __init__(self, folder: Path, *target: str) -> None:
        self.folder = folder
        self.source = folder / "k.py"
        self.source.write_text(KERNEL.format(step=1))
        self.target = target

    @classmethod
    def for_cpu(cls, folder: Path, name: str) -> Work:
        """With a compiler of the host, which takes a third of its time without optimisation."""
        compiler = logging_compiler(folder, name)
        return cls(folder, "--target", "cpu", "--cxx", str(compiler), "-Xcxx", "-O0")

    def build(self, *options: object, code: int = 0) -> list[str]:
        """Builds into `out` and returns the compilers that were started."""
        log = self.folder / "runs"
        log.unlink(missing_ok=True)
        command = [harness.binary().absolute(), "build", "k.py", "-o", "out", *self.target]
        if "--cache" not in options and "--no-cache" not in options:
            command.append("--no-cache")
        done = subprocess.run(
            [*map(str, command), *map(str, options)],
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        assert done.returncode == code, done.stdout + done.stderr
        self.said = done.stdout + done.stderr
        lines = log.read_text().splitlines() if log.exists() else []
        self.nested = any(
            a.startswith("start") and b.startswith("start") for a, b in zip(lines, lines[1:])
        )
        return [line.removeprefix("start ") for line in lines if line.startswith("start ")]

    @property
    def library(self) -> Path:
        return self.folder / "out" / "libk.so"

    def record(self, module: str = "k") -> dict[str, Any]:
        record = json.loads((self.folder / "out" / f"{module}.build.json").read_text())
        validate(record, "build")
        return record


def validate(value: Any, schema: str) -> None:
    text = (SCHEMAS / f"{schema}.schema.json").read_text()
    jsonschema.Draft202012Validator(json.loads(text)).validate(value)


@pytest.fixture
def cpu(tmp_path: Path) -> Work:
    return Work.for_cpu(tmp_path, "g++")


def test_a_second_build_starts_no_compiler(cpu: Work) -> None:
    # the text, the runtime, the library, and the compiler's name
    assert len(cpu.build()) == 4
    before = {path.name: path.stat().st_mtime_ns for path in (cpu.folder / "out").iterdir()}
    assert cpu.build() == []
    assert "unchanged out/libk.so" in cpu.said
    assert before == {path.name: path.stat().st_mtime_ns for path in (cpu.folder / "out").iterdir()}
    # a host line above a kernel changes no generated text
    cpu.source.write_text(cpu.source.read_text().replace("@cuda", "import sys\n\n\n@cuda", 1))
    assert cpu.build() == []
    assert cpu.record()["library_hash"]


def test_what_was_tampered_with_is_built_anew(cpu: Work) -> None:
    cpu.build()
    library = cpu.library.read_bytes()
    record = cpu.folder / "out" / "k.build.json"
    text = record.read_text()

    cpu.library.write_bytes(library[:-1] + bytes([library[-1] ^ 1]))
    assert len(cpu.build()) == 4
    assert cpu.library.read_bytes() == library
    cpu.library.unlink()
    assert len(cpu.build()) == 4
    record.write_text(text[: len(text) // 2])
    assert len(cpu.build()) == 4
    record.unlink()
    assert len(cpu.build()) == 4
    assert record.read_text() == text
    # a text that was edited is written again, and is what the library was built from
    (cpu.folder / "out" / "k.cu").write_text("int changed;\n")
    assert cpu.build() == []
    assert "changed" not in (cpu.folder / "out" / "k.cu").read_text()


def test_what_a_library_depends_on_changes_it(cpu: Work) -> None:
    cpu.build()
    cpu.source.write_text(KERNEL.format(step=2))
    assert len(cpu.build()) == 4
    assert len(cpu.build("-Xcxx", "-DX=1,2")) == 4
    assert cpu.build("-Xcxx", "-DX=1,2") == []
    runs = cpu.build("--march", "native", "-Xcxx", "-g")
    assert all("-march=native" in run and " -g " in run for run in runs if " -c " in run)
    assert sum(" -c " in run for run in runs) == 2
    compiler = Path(cpu.target[cpu.target.index("--cxx") + 1])
    compiler.write_text(compiler.read_text() + "# another compiler\n")
    assert len(cpu.build("--march", "native", "-Xcxx", "-g")) == 4


def test_the_runtime_is_compiled_once_for_all_libraries(cpu: Work) -> None:
    for name in ("l", "m"):
        (cpu.folder / f"{name}.py").write_text(KERNEL.format(step=3))
    runs = cpu.build("l.py", "m.py", "-j", 1)
    assert sum(" -c " in run for run in runs) == 4
    assert sum("-shared" in run.split() for run in runs) == 3
    assert not cpu.nested, "-j 1 runs one compiler at a time"
    # only what changed is compiled
    (cpu.folder / "l.py").write_text(KERNEL.format(step=4))
    runs = cpu.build("l.py", "m.py")
    assert sum(run.endswith("out/l.cu") for run in runs) == 1
    assert not any(run.endswith(("out/k.cu", "out/m.cu")) for run in runs)
    for module in "klm":
        assert cpu.record(module)["library"] == f"lib{module}.so"


def on_a_terminal(work: Work, *options: str) -> str:
    """What `pycu build` writes to a terminal that is its stderr."""
    words = ("build", "k.py", "l.py", "-o", "out", "--no-cache", *work.target, *options)
    said, done = harness.on_a_terminal(*words, cwd=work.folder)
    assert done.returncode == 0, said
    work.said = done.stdout
    return said


def test_a_terminal_shows_how_far_a_build_is(cpu: Work) -> None:
    (cpu.folder / "l.py").write_text(KERNEL.format(step=3))
    clear = "\r\x1b[K"
    texts = ("k.cu", "l.cu", "pycu_host.cpp")
    lines = "".join(f"{clear}[{n}/3] {text}" for n, text in enumerate(texts, 1))
    assert on_a_terminal(cpu, "-j", "1") == lines + clear
    assert cpu.said.endswith("2 built, 0 unchanged\n")
    assert on_a_terminal(cpu) == ""
    assert cpu.said.endswith("0 built, 2 unchanged\n")
    # nothing of it in logs, and nothing between commands and messages for programs
    (cpu.folder / "l.py").write_text(KERNEL.format(step=4))
    assert clear not in on_a_terminal(cpu, "-v")
    assert cpu.said.endswith("1 built, 1 unchanged\n")
    (cpu.folder / "l.py").write_text(KERNEL.format(step=5))
    assert on_a_terminal(cpu, "--diagnostic-format", "json") == ""
    (cpu.folder / "l.py").write_text(KERNEL.format(step=6))
    cpu.build("l.py")
    assert "[" not in cpu.said and cpu.said.endswith("1 built, 1 unchanged\n")


MAIN = """\
#include <stdio.h>

#include "k.h"
#include "l.h"

int main(void) {
    float a[3] = {1, 2, 3};
    const pycu_array_f32_1d view = {a, {3}, {sizeof(float)}};
    const pycu_dim3 one = {1, 1, 1}, block = {32, 1, 1};
    const int failed = k_increment(one, block, 0, 0, view) + l_increment(one, block, 0, 0, view);
    printf("%d %g %g %g\\n", failed, a[0], a[1], a[2]);
    return 0;
}
"""


def test_static_libraries_link_into_one_program(cpu: Work) -> None:
    (cpu.folder / "l.py").write_text(KERNEL.format(step=10))
    cpu.build("l.py", "--static")
    assert cpu.build("l.py", "--static") == []
    assert sorted(path.name for path in (cpu.folder / "out").glob("lib*")) == ["libk.a", "libl.a"]
    assert cpu.record()["kind"] == "static"
    (cpu.folder / "main.c").write_text(MAIN)
    objects = ["gcc", "-c", "-Iout", "main.c"]
    link = ["g++", "main.o", "-Lout", "-lk", "-ll", "-pthread", "-o", "main"]
    for command in (objects, link):
        subprocess.run(command, cwd=cpu.folder, check=True)
    done = subprocess.run(["./main"], cwd=cpu.folder, capture_output=True, text=True)
    assert done.stdout == "0 12 13 14\n"
    with pytest.raises(pycu.ManifestError, match="libk.a: a static library"):
        pycu.load(cpu.folder / "out" / "k.json")
    # a shared library then is another build
    assert len(cpu.build()) == 4
    assert cpu.record()["kind"] == "shared"


@pytest.mark.parametrize(
    "options",
    [
        ["--target", "cuda", "--march", "native"],
        ["--march", "native", "--arch", "sm_80"],
        ["--target", "cpu", "--arch", "sm_80"],
        ["--arch", "sm_80,compute_90"],
        ["-j", "many"],
    ],
)
def test_options_of_the_wrong_target_are_refused(tmp_path: Path, options: list[str]) -> None:
    work = Work(tmp_path)
    work.build(*options, code=2)
    assert not (tmp_path / "out").exists()


def test_manifests_keep_to_their_schema() -> None:
    folders = [REPOSITORY / "testdata" / name for name in ("emit", "examples")]
    manifests = sorted(path for folder in folders for path in folder.glob("*.json"))
    assert len(manifests) > 30
    for path in manifests:
        validate(json.loads(path.read_text()), "manifest")


@pytest.mark.parametrize("schema", ["manifest", "build"])
def test_schemas_refuse_what_they_do_not_know(schema: str, cpu: Work) -> None:
    cpu.build()
    good = json.loads((cpu.folder / "out" / f"k{'.build' * (schema == 'build')}.json").read_text())
    validate(good, schema)
    for wrong in ({**good, "extra": 1}, {**good, "schema": 2}, {**good, "module": "a-b"}):
        with pytest.raises(jsonschema.ValidationError):
            validate(wrong, schema)
    for key in good:
        with pytest.raises(jsonschema.ValidationError):
            validate({other: good[other] for other in good if other != key}, schema)


def test_the_list_of_outputs_is_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "01-k.py").write_text(KERNEL.format(step=1))
    for options in ([], ["--no-runtime"]):
        command = [harness.binary().absolute(), "transpile", "01-k.py", "-o", "out", *options]
        listed = subprocess.run(
            [*command, "--list-outputs"], cwd=tmp_path, capture_output=True, text=True
        )
        assert not (tmp_path / "out").exists()
        subprocess.run(command, cwd=tmp_path, check=True)
        written = sorted(f"out/{path.name}" for path in (tmp_path / "out").iterdir())
        # what only some kernels have follows from the source, which need not exist yet
        assert sorted([*listed.stdout.splitlines(), "out/m01_k_cpu.cuh"]) == written
        assert ("out/pycu.h" in written) == (not options)
        shutil.rmtree(tmp_path / "out")


@needs_nvcc
def test_ptxas_reports_each_entry_of_each_architecture(tmp_path: Path) -> None:
    nvcc = logging_compiler(tmp_path, "nvcc")
    work = Work(tmp_path, "--target", "cuda", "--nvcc", str(nvcc), "--arch", "sm_80,sm_90")
    assert len(work.build()) == 5
    record = work.record()
    assert record["architectures"] == ["sm_80", "sm_90"]
    reported = {(one["entry"], one["architecture"]): one for one in record["entries"]}
    names = [
        f"k::{entry}"
        for kernel in ("increment", "reversed_block")
        for entry in (f"{kernel}__contiguous", f"{kernel}__strided")
    ]
    assert sorted(reported) == sorted((name, arch) for name in names for arch in ("sm_80", "sm_90"))
    for (name, _), one in reported.items():
        assert one["registers"] >= 4
        assert one["shared_bytes"] == (1024 if "reversed" in name else 0)
    assert work.build() == []
    # nothing asked for: the GPU of this machine, or nvcc's oldest
    work.target = ("--target", "cuda", "--nvcc", str(nvcc))
    assert len(work.build("--static", "-Xnvcc", "-DX", "-Xcxx", "-DY=1,2")) == 3
    record = work.record()
    assert record["library"] == "libk.a" and len(record["architectures"]) == 1
