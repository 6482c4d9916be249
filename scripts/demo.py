#!/usr/bin/env python3
"""make demo: Python kernels become CUDA C++ that compiles, runs and agrees with NumPy.

Transpiles the scripts of testdata/examples (or of the folder given), compiles them for the CPU
target, runs each script's `check`, and prints a table whose every column is from this run, then one
kernel before and after. Where nvcc is found it also builds each for a GPU, for its registers. Then
examples/cmake, a C++ program that uses a kernel library, is built by CMake with an installed pycu,
and runs. Exits 1 when anything fails: a script is refused, a text does not compile, a result is
wrong.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(REPOSITORY / "python"), str(REPOSITORY / "scripts")]

import host_script  # noqa: E402
import pycu  # noqa: E402

SHOWN = ("heat", "step", "laplacian")
PROGRAM = REPOSITORY / "examples" / "cmake"
ARCHITECTURE = "sm_90"


@dataclass
class Row:
    """What the table says about one example."""

    name: str
    kernels: str = ""
    transpile: str = ""
    run: str = ""
    error: str = ""
    registers: str = ""
    problems: list[str] = field(default_factory=list)


class Progress:
    """A bar on a terminal; elsewhere nothing, so that logs stay readable."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.live = sys.stderr.isatty()

    def step(self, what: str) -> None:
        self.done += 1
        if self.live:
            width = 30
            filled = width * self.done // self.total
            bar = "#" * filled + "." * (width - filled)
            print(f"\r[{bar}] {self.done}/{self.total} {what:40.40}", end="", file=sys.stderr)

    def finish(self) -> None:
        if self.live:
            print("\r" + " " * 90 + "\r", end="", file=sys.stderr)


class TimedModule:
    """A loaded module that adds up the time its launches take."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.module, name)
        if isinstance(found, pycu.Kernel):
            return TimedKernel(self, found)
        return self.timed(found)  # a ufunc or a reduction

    def timed(self, call: Any) -> Any:
        def timed_call(*values: Any, **options: Any) -> Any:
            start = time.perf_counter()
            result = call(*values, **options)
            self.seconds += time.perf_counter() - start
            return result

        return timed_call


class TimedKernel:
    """A kernel whose launches are timed."""

    def __init__(self, owner: TimedModule, kernel: Any) -> None:
        self.owner = owner
        self.kernel = kernel

    def __getitem__(self, configuration: Any) -> Any:
        return self.owner.timed(self.kernel[configuration])

    def forall(self, *values: Any, **options: Any) -> Any:
        return self.owner.timed(self.kernel.forall(*values, **options))


def run(*command: object) -> tuple[int, str]:
    """The exit code and all that a command prints."""
    words = [str(word) for word in command]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def find_nvcc() -> str | None:
    home = os.environ.get("CUDA_HOME")
    return shutil.which("nvcc") or (shutil.which("nvcc", path=f"{home}/bin") if home else None)


def transpile(binary: Path, source: Path, out: Path, row: Row) -> bool:
    """Writes the texts; the time is that of the whole command, the best of three."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        code, output = run(binary, "transpile", source, "-o", out)
        best = min(best, time.perf_counter() - start)
        if code != 0:
            row.problems.append(f"pycu transpile exited with {code}:\n{output}")
            return False
    row.transpile = f"{best * 1e3:.1f}"
    return True


def compile_for_cpu(binary: Path, source: Path, out: Path, row: Row) -> bool:
    code, output = run(binary, "build", source, "-o", out, "--target", "cpu")
    if code != 0:
        row.problems.append(f"pycu build --target cpu exited with {code}:\n{output}")
    return code == 0


def launch(source: Path, manifest: Path, row: Row) -> None:
    """Runs the script's `check` twice; the second run is timed."""
    try:
        module = pycu.load(manifest)
        row.kernels = str(len(module))
        script = host_script.load(source)
        script.check(module)
        timed = TimedModule(module)
        row.error = f"{script.check(timed):.2g}"
        row.run = f"{timed.seconds * 1e3:.4f}"  # small launches take less than 1 us
    except Exception as error:  # whatever a broken kernel or check may raise
        row.problems.append(f"check failed: {type(error).__name__}: {error}")


def count_registers(binary: Path, nvcc: str, source: Path, out: Path, row: Row) -> None:
    """The registers of the entry that takes most of them, as x.build.json has them."""
    options = ["--target", "cuda", "--nvcc", nvcc, "--arch", ARCHITECTURE, "-j", "1"]
    code, output = run(binary, "build", source, "-o", out, *options)
    if code != 0:
        row.problems.append(f"pycu build --target cuda exited with {code}:\n{output}")
        return
    record = json.loads((out / f"{source.stem}.build.json").read_text(encoding="utf-8"))
    row.registers = str(max(entry["registers"] for entry in record["entries"]))


def table(rows: list[Row], with_registers: bool) -> str:
    head = Row("example", "kernels", "transpile ms", "CPU run ms", "largest error", "registers")
    columns = ["name", "kernels", "transpile", "run", "error"]
    columns += ["registers"] if with_registers else []
    cells = [[getattr(row, column) for column in columns] for row in [head, *rows]]
    widths = [max(len(line[j]) for line in cells) for j in range(len(columns))]
    lines = [
        "  ".join(
            cell.ljust(width) if j == 0 else cell.rjust(width)
            for j, (cell, width) in enumerate(zip(line, widths))
        )
        for line in cells
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def python_function(source: str, name: str) -> str:
    """A function of a script with its decorators."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            return "\n".join(source.splitlines()[first - 1 : node.end_lineno])
    return ""


def cuda_function(text: str, name: str) -> str:
    """A function of a generated text with its comment."""
    pattern = rf"(?:^///[^\n]*\n)*^__device__ [^\n]*\b{name}\((?:[^\n]*\n)+?^\}}"
    found = re.search(pattern, text, re.MULTILINE)
    return found.group(0) if found else ""


def show(sources: dict[str, Path], out: Path) -> str:
    """One kernel and the device function it calls, before and after."""
    stem, *names = SHOWN
    if stem not in sources or not (out / f"{stem}.cu").exists():
        return ""
    before = sources[stem].read_text(encoding="utf-8")
    after = (out / f"{stem}.cu").read_text(encoding="utf-8")
    python = "\n\n".join(python_function(before, name) for name in reversed(names))
    cuda = "\n\n".join(cuda_function(after, name) for name in reversed(names))
    return f"\n{sources[stem].name}, before:\n\n{python}\n\n{stem}.cu, after:\n\n{cuda}\n"


def program(build: Path, folder: Path) -> tuple[bool, str]:
    """Installs pycu, builds the C++ program with it and runs it; what was said."""
    said = ""
    for command in (
        ["cmake", "--install", build, "--prefix", folder / "pycu"],
        ["cmake", "-S", PROGRAM, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={folder / 'pycu'}"],
        ["cmake", "--build", folder / "build"],
        [folder / "build" / "plate"],
    ):
        code, output = run(*command)
        if code != 0:
            return False, f"{' '.join(map(str, command))} exited with {code}:\n{output}"
        said = output
    return True, said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=REPOSITORY / "testdata/examples")
    parser.add_argument("--binary", type=Path, default=REPOSITORY / "build/bin/pycu")
    parser.add_argument("--no-nvcc", action="store_true", help="leave the registers out")
    parser.add_argument("--no-program", action="store_true", help="leave the C++ program out")
    options = parser.parse_args()

    if not options.binary.exists():
        subprocess.run(["make", "-C", str(REPOSITORY), "build"], check=True)
    sources = {path.stem: path for path in sorted(options.folder.glob("*.py"))}
    if not sources:
        print(f"demo: no scripts in {options.folder}", file=sys.stderr)
        return 1
    nvcc = None if options.no_nvcc else find_nvcc()
    rows = [Row(stem) for stem in sources]
    progress = Progress(len(rows) * (2 + bool(nvcc)))
    with tempfile.TemporaryDirectory(prefix="pycu-demo-") as folder:
        out, gpu = Path(folder) / "cpu", Path(folder) / "cuda"
        # Times are taken while nothing else runs; then all compilers share the processors.
        written = []
        for row in rows:
            progress.step(f"transpile {row.name}")
            if transpile(options.binary, sources[row.name], out, row):
                written.append(row)
        built: list[Row] = []
        built_program, said = True, ""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            plate = None
            if not options.no_program:
                plate = pool.submit(program, options.binary.resolve().parent.parent, Path(folder))
            jobs: list[tuple[Row, Future[bool]]] = []
            for row in written:
                source = sources[row.name]
                jobs.append((row, pool.submit(compile_for_cpu, options.binary, source, out, row)))
            registers = [
                (
                    row,
                    pool.submit(count_registers, options.binary, nvcc, sources[row.name], gpu, row),
                )
                for row in (written if nvcc else [])
            ]
            for row, job in jobs:
                if job.result():
                    built.append(row)
                progress.step(f"compile {row.name}")
            for row, registered in registers:
                registered.result()
                progress.step(f"nvcc {row.name}")
            if plate:
                built_program, said = plate.result()
        for row in built:
            launch(sources[row.name], out / f"{row.name}.json", row)
        progress.finish()
        shown = show(sources, out)

    print(table(rows, bool(nvcc)))
    print(shown)
    failed = [row for row in rows if row.problems]
    for row in failed:
        for problem in row.problems:
            print(f"demo: {row.name}: {problem}", file=sys.stderr)
    if failed:
        print(f"demo: {len(failed)} of {len(rows)} examples failed", file=sys.stderr)
        return 1
    print(f"{len(rows)} examples agree with NumPy.")
    if not built_program:
        print(f"demo: examples/cmake: {said}", file=sys.stderr)
        return 1
    if said:
        print(f"\nexamples/cmake, a C++ program with a kernel library, built by CMake:\n\n{said}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
