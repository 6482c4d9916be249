"""Projects of others that find an installed pycu, copied and built, with a log of what ran."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from harness import REPOSITORY, build_folder

PROJECTS = REPOSITORY / "tests" / "build" / "projects"


def run(*command: object, code: int | None = 0, **options: object) -> str:
    """What a command prints."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options
    )  # type: ignore[call-overload]
    assert code is None or done.returncode == code, (
        f"{words} exited {done.returncode}:\n{done.stdout}"
    )
    return done.stdout


def install_and_move(folder: Path) -> Path:
    """pycu installed, moved, and with a binary that logs each run into PYCU_RUNS."""
    run("cmake", "--install", build_folder(), "--prefix", folder / "first")
    moved = folder / "second place"
    (folder / "first").rename(moved)
    binary = moved / "bin" / "pycu"
    binary.rename(moved / "bin" / "pycu-itself")
    log(binary, f'"{moved}/bin/pycu-itself" "$@"')
    return moved


def log(script: Path, command: str) -> None:
    """A script that notes its arguments and runs a command."""
    script.write_text(f'#!/bin/sh\necho "$0 $*" >> "${{PYCU_RUNS:-/dev/null}}"\nexec {command}\n')
    script.chmod(0o755)


class Project:
    """A copy of one of the projects, built by one generator with compilers that log."""

    def __init__(self, name: str, folder: Path, prefix: Path, generator: str) -> None:
        folder = folder / "of a user"
        self.source = folder / name
        self.build_folder = folder / "build"
        self.runs = folder / "runs"
        self.golden = folder / "golden"
        shutil.copytree(PROJECTS / name, self.source)
        self.launcher = folder / "launcher"
        log(self.launcher, '"$@"')
        self.environment = {**os.environ, "PYCU_RUNS": str(self.runs)}
        self.options = [
            "-G",
            generator,
            f"-DCMAKE_PREFIX_PATH={prefix}",
            f"-DGOLDEN_DIR={self.golden}",
            *(f"-DCMAKE_{one}_COMPILER_LAUNCHER={self.launcher}" for one in ("C", "CXX", "CUDA")),
        ]

    def configure(self, *options: str, code: int = 0) -> str:
        return run("cmake", "-S", self.source, "-B", self.build_folder, *self.options, *options,
                   code=code, env=self.environment)  # fmt: skip

    def build(self, *options: str) -> list[str]:
        """Builds, and returns the files that pycu and the compilers were run for, sorted."""
        self.runs.unlink(missing_ok=True)
        command = ["cmake", "--build", self.build_folder, "-j", "2", *options]
        self.said = run(*command, env=self.environment)
        lines = self.runs.read_text().splitlines() if self.runs.exists() else []
        return sorted(source_of(line.split()) for line in lines)

    def program(self, name: str) -> str:
        return run(self.build_folder / name)

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.source / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))


def source_of(words: list[str]) -> str:
    """`scale.py` of a run of pycu, `scale.cu` of a run of a compiler."""
    sources = [word for word in words[1:] if word.endswith((".py", ".c", ".cpp", ".cxx", ".cu"))]
    return Path(sources[-1]).name
