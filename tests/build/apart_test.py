"""Device code that nvcc compiles alone, beside the host's compiler: when, and when not."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import harness
import pytest
from harness import REPOSITORY

pytestmark = pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc was not found in PATH")

KERNEL = """from numba import cuda


@cuda.jit("void(float32[:], float32)")
def scale(x, s):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= s
"""
# Parameters and kernels of every kind that a launcher's text names: records, tuples, named ones,
# optional arguments, complex numbers, generators, templates, bounds, regions, dynamic memory.
KINDS = (
    "examples/monte_carlo",
    "examples/block_reduction",
    "run/complex_numbers",
    "run/dynamic_shared",
    "run/function_templates",
    "run/layouts",
    "run/named_tuples",
    "run/optionals",
    "run/records",
    "run/signatures",
    "run/tuples",
    "run/twelve",
)


def build(folder: Path, *options: object, sources: list[Path] | None = None) -> list[str]:
    """The commands of a build."""
    if sources is None:
        sources = [folder / "k.py"]
        sources[0].write_text(KERNEL)
    command = [harness.binary().absolute(), "build", *sources, "-o", "out", "--target", "cuda"]
    done = subprocess.run(
        [*map(str, command), "--no-cache", "-v", *map(str, options)],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return [line for line in done.stderr.splitlines() if " -o " in line]


def is_whole(command: str) -> bool:
    """Whether nvcc compiles a text with what the host has of it."""
    return " -x cu -c " in command


def test_every_kind_of_kernel_is_compiled_apart(tmp_path: Path) -> None:
    paths = [REPOSITORY / "testdata" / f"{name}.py" for name in KINDS]
    runs = build(tmp_path, sources=paths)
    assert sum(" -DPYCU_LAUNCHER " in run for run in runs) == len(paths)
    assert sum(" -fatbin " in run for run in runs) == len(paths)
    assert not any(map(is_whole, runs))


def test_one_library_has_the_code_of_all(tmp_path: Path) -> None:
    for name in ("k", "l"):
        (tmp_path / f"{name}.py").write_text(KERNEL)
    paths = [tmp_path / "k.py", tmp_path / "l.py"]
    build(tmp_path, "--lib", "both", "--arch", "sm_80,sm_90", sources=paths)
    library = (tmp_path / "out" / "libboth.so").read_bytes()
    for name in ("k", "l"):
        record = json.loads((tmp_path / "out" / f"{name}.build.json").read_text())
        assert {one["architecture"] for one in record["entries"]} == {"sm_80", "sm_90"}
        symbols = {one["symbol"].encode() for one in record["entries"]}
        assert len(symbols) == 2 and all(symbol in library for symbol in symbols)


@pytest.mark.parametrize(
    "options",
    [["-Xnvcc", "-rdc=true"], ["--static"], ["--line-directives"], ["--debug"]],
    ids=lambda options: options[-1],
)
def test_nvcc_compiles_all_of_what_asks_for_it(options: list[str], tmp_path: Path) -> None:
    runs = build(tmp_path, *options)
    assert not any("PYCU_LAUNCHER" in run for run in runs)
    assert sum(map(is_whole, runs)) == 1


def test_variables_of_nvcc_may_ask_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NVCC_APPEND_FLAGS", "-rdc=true")
    assert not any("PYCU_LAUNCHER" in run for run in build(tmp_path))
    monkeypatch.setenv("NVCC_APPEND_FLAGS", "-DX")
    assert any("PYCU_LAUNCHER" in run for run in build(tmp_path))


@pytest.mark.parametrize(
    "body",
    [
        'case "$*" in *LAUNCHER*) echo refused >&2; exit 1 ;; esac\nexec nvcc "$@"',
        # ptxas says no names, so the launcher finds none
        'case "$*" in *-fatbin*) exec nvcc "$@" >/dev/null 2>&1 ;; esac\nexec nvcc "$@"',
    ],
    ids=["launcher", "names"],
)
def test_where_it_fails_nvcc_compiles_all(body: str, tmp_path: Path) -> None:
    script = tmp_path / "some-nvcc"
    script.write_text(f"#!/bin/sh\n{body}\n")
    script.chmod(0o755)
    runs = build(tmp_path, "--nvcc", script)
    assert any("PYCU_LAUNCHER" in run for run in runs) and sum(map(is_whole, runs)) == 1
    assert (tmp_path / "out" / "libk.so").exists()


def test_a_mistake_of_the_user_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(KERNEL)
    command = [harness.binary().absolute(), "build", "k.py", "-o", "out", "--target", "cuda"]
    done = subprocess.run(
        [*map(str, command), "--no-cache", "-Xnvcc", "--no-such-option"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert done.stderr.count("no-such-option") == 1, done.stderr
    assert not (tmp_path / "out" / "libk.so").exists()
