"""Wheels, without a network: how they are made, and environments that get them."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
from harness import binary


def run(
    *command: object, code: int = 0, more: dict[str, str] | None = None, **options: object
) -> str:
    """What a command prints, in an environment that knows nothing of this build."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PY")}
    done = subprocess.run(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**kept, **(more or {})},
        **options,
    )  # type: ignore[call-overload]
    assert done.returncode == code, f"{command} exited {done.returncode}:\n{done.stdout}"
    return done.stdout


def pip(*arguments: object) -> str:
    return run(sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments)


def wheel_of(source: Path, folder: Path, *options: object) -> Path:
    """The wheel of a source tree or of a source distribution, by what is installed here."""
    pip(
        *("wheel", "--no-index", "--no-deps", "--no-build-isolation", "-w", folder, source),
        *("-C", f"build-dir={folder / 'build'}"),
        *options,
    )
    (found,) = folder.glob("*.whl")
    return found


def wheel_of_pycu(source: Path, folder: Path) -> Path:
    """A wheel around the binary under test, which is not compiled once more."""
    return wheel_of(source, folder, "-C", f"cmake.define.PYCU_PROGRAM={binary()}")


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def install(wheel: Path, venv: Path) -> None:
    pip("--python", venv / "bin/python", "install", "-q", "--no-index", "--no-deps", wheel)


def environment(venv: Path) -> Path:
    """An environment with NumPy alone: links to the one that runs the tests."""
    run(sys.executable, "-m", "venv", "--without-pip", venv)
    packages = next(venv.glob("lib/python3.*/site-packages"))
    installed = Path(np.__file__).parents[1]
    for name in ("numpy", "numpy.libs"):
        if (installed / name).exists():
            (packages / name).symlink_to(installed / name)
    return venv
