"""What the options of decorators become: directives in the PTX, arguments of nvcc."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from harness import REPOSITORY, binary

NVCC = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
GOLDEN = REPOSITORY / "testdata" / "emit" / "decorator_options.py"


def transpile(source: Path, out: Path) -> Path:
    subprocess.run([str(binary()), "transpile", str(source), "-o", str(out)], check=True)
    return out / f"{source.stem}.cu"


def ptx_of_entries(text: Path, out: Path) -> dict[str, str]:
    """By kernel, the directives between its entry's parameters and its body.

    A block of 256, 1, 1 threads is one of 256; it depends on nvcc which of the two it writes.
    """
    ptx = out / "x.ptx"
    command = [NVCC, "-ptx", "-arch=sm_80", "-std=c++17", "-o", str(ptx), str(text)]
    subprocess.run(command, check=True)
    found = {}
    for name, directives in re.findall(r"\.entry (\w+)\([^)]*\)\s*([^{]*)\{", ptx.read_text()):
        kernel = re.search(r"\d+([a-z_]+)__contiguous", name)
        if kernel:
            found[kernel[1]] = " ".join(directives.split()).replace(", 1, 1", "")
    return found


def test_directives_of_the_ptx(tmp_path: Path) -> None:
    if not Path(NVCC).exists():
        pytest.skip("nvcc is not installed")
    entries = ptx_of_entries(transpile(GOLDEN, tmp_path), tmp_path)
    assert entries["fast"] == ""
    assert entries["bounded"] == ".maxntid 256 .minnctapersm 2"
    assert entries["few_registers"] == ".maxnreg 40"
    ptx = (tmp_path / "x.ptx").read_text()
    assert "sin.approx.f32" in ptx and "ex2.approx" in ptx


SOURCE = """from numba import cuda


@cuda.jit("void(float32[:])", {option})
def k(x):
    x[cuda.grid(1)] += 1
"""


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("lineinfo=True", ["-lineinfo"]),
        ("opt=False", ["-Xcicc", "-O0", "-Xptxas", "-O0"]),
        ("opt=True, lineinfo=False", None),
    ],
)
def test_options_of_nvcc(option: str, expected: list[str] | None, tmp_path: Path) -> None:
    source = tmp_path / "asks.py"
    source.write_text(SOURCE.format(option=option))
    text = transpile(source, tmp_path / "out").read_text()
    manifest = json.loads((tmp_path / "out" / "asks.json").read_text())
    assert manifest.get("nvcc_options") == expected
    assert ("#line" in text) == (option == "lineinfo=True")
    if not Path(NVCC).exists():
        pytest.skip("nvcc is not installed")
    command = [str(binary()), "build", str(source), "-o", str(tmp_path / "built"), "-v"]
    command += ["--target", "cuda", "--nvcc", NVCC, "--arch", "sm_80"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert (" ".join(expected or ["-lineinfo"]) in run.stderr) == (expected is not None)
