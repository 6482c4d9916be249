"""examples/mpi: one plate on several processes, from C++ and from Python, bit for bit NumPy's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from harness import REPOSITORY, build, build_folder

EXAMPLE = REPOSITORY / "examples/mpi"
ROWS, COLS, STEPS = 101, 67, 200

MPIRUN = ["mpirun", "--oversubscribe", *(["--allow-run-as-root"] if os.getuid() == 0 else [])]


def run(*command: object, cwd: Path, code: int = 0) -> str:
    """What a command prints; its scratch files lie in its folder."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={
            **os.environ,
            "PYTHONPATH": str(REPOSITORY / "python"),
            "TMPDIR": str(cwd),
            "PYCU_WORKERS": "1",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    assert done.returncode == code, f"{command} exited {done.returncode}:\n{done.stdout}"
    return done.stdout


@pytest.fixture(scope="module")
def plate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The C++ program, built as users do: with the CMake package of an installed pycu."""
    folder = tmp_path_factory.mktemp("plate")
    prefix = folder / "installed"
    tree = build_folder()
    run("cmake", "--install", tree.resolve(), "--prefix", prefix, cwd=folder)
    package = prefix / "lib/cmake/pycu"
    run("cmake", "-G", "Ninja", "-S", EXAMPLE, "-B", "b", f"-Dpycu_DIR={package}", cwd=folder)
    run("cmake", "--build", "b", cwd=folder)
    return folder / "b/plate"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("heat")
    build([EXAMPLE / "heat.py"], folder)
    return folder


def expected(rows: int, cols: int) -> np.ndarray:
    """The plate by NumPy, in the order of the kernel's sums."""
    i, j = np.ogrid[: rows + 2, : cols + 2]
    u = ((7 * i + 13 * j) % 101) / 8
    for _ in range(STEPS):
        own = u[1:-1, 1:-1]
        around = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        own[...] = own + 0.2 * (around - 4.0 * own)
    return u[1:-1, 1:-1]


def check(command: list[object], ranks: int, folder: Path, rows: int = ROWS) -> None:
    """Runs a program on some ranks, and compares every bit of its file."""
    sizes = (rows, COLS, STEPS, "cells")
    run(*MPIRUN, "-n", ranks, *command, *sizes, cwd=folder)
    assert [path.name for path in folder.iterdir()] == ["cells"], "nothing else is left"
    found = np.fromfile(folder / "cells").reshape(rows, COLS)
    assert found.tobytes() == np.ascontiguousarray(expected(rows, COLS)).tobytes()


# 1 x 1, 2 x 1, 3 x 1 and 2 x 2 parts
@pytest.mark.parametrize("ranks", [1, 2, 3, 4])
def test_the_program_in_cplusplus_gives_numpys_bits(
    plate: Path, tmp_path: Path, ranks: int
) -> None:
    check([plate], ranks, tmp_path)


def test_parts_of_one_row(plate: Path, tmp_path: Path) -> None:
    check([plate], 4, tmp_path, rows=2)


@pytest.mark.parametrize("ranks", [1, 4])
def test_the_program_in_python_gives_numpys_bits(library: Path, tmp_path: Path, ranks: int) -> None:
    check([sys.executable, EXAMPLE / "plate.py", library], ranks, tmp_path)


def test_what_cannot_be_shared_out_is_refused(plate: Path, tmp_path: Path) -> None:
    said = run(*MPIRUN, "-n", 4, plate, 1, COLS, STEPS, "cells", cwd=tmp_path, code=2)
    assert "usage: plate ROWS COLS STEPS FILE" in said
    assert not (tmp_path / "cells").exists()
