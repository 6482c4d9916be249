"""Runs pycu on host code that was not written for it: each file must end in time, with a message.

    PYCU_FUZZ_HOST=all python -m pytest tests/fuzz/host_code_test.py

A real file, of the standard library or of a package, gets an import of Numba, a kernel and its
launch, so that it is followed like any program. The nasty ones (host_code.txt) are small: what
nests, repeats, calls or holds itself.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import harness

MEMORY = 2_000_000_000
SECONDS = 60  # of CPU: a guard against what hangs, of any build
COMMANDS = (("check",), ("inspect", "--signatures", "--json"))

HEAD = "from numba import cuda as pycu_cuda\n"
TAIL = """

@pycu_cuda.jit
def pycu_kernel(a):
    a[0] = 1


pycu_kernel[1, 1](__import__("numpy").zeros(4, "float32"))
"""


def has_sanitizers() -> bool:
    """AddressSanitizer's shadow is larger than any limit."""
    return b"__asan_init" in harness.binary().read_bytes()


def limited() -> None:
    if not has_sanitizers():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def how_it_ended(source: Path, command: tuple[str, ...]) -> str:
    """What is wrong with how pycu ended; nothing where it is sound."""
    words = [str(harness.binary()), *command, str(source)]
    done = subprocess.run(words, capture_output=True, preexec_fn=limited, errors="replace")
    if done.returncode not in (0, 1) or "internal error" in done.stderr:
        return f"exit {done.returncode}: {done.stderr[-2000:]}"
    if done.returncode == 1 and "error" not in done.stderr:
        return f"refused without a message: {done.stderr[-500:]}"
    if "too long to follow" in done.stderr and " steps" not in done.stderr:
        return f"the budget has no name: {done.stderr[-500:]}"
    return ""


def as_host_code(text: str) -> str:
    """The same file with a kernel; what must stand first still does."""
    lines = text.split("\n")
    futures = [i for i, line in enumerate(lines) if line.startswith("from __future__ import")]
    at = futures[-1] + 1 if futures else 0
    while futures and lines[at - 1].rstrip().endswith(("(", "\\", ",")):
        at += 1
    return "\n".join([*lines[:at], HEAD + "\n".join(lines[at:])]) + TAIL


def real_files() -> list[Path]:
    """The standard library, and NumPy, SciPy and Numba as they are installed."""
    standard = Path(sysconfig.get_paths()["stdlib"])
    packages = Path(sysconfig.get_paths()["purelib"])
    folders = [standard, *(packages / name for name in ("numpy", "scipy", "numba", "numba_cuda"))]
    found = []
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            inside = path.relative_to(folder).parts
            if "site-packages" not in inside and "bad" not in path.name:
                found.append(path)
    return found


def every(files: list[Path], count: int) -> list[Path]:
    """So many of them, evenly over all, and always the same."""
    step = max(len(files) // count, 1)
    return files[step // 2 :: step][:count]


def texts(files: list[Path]) -> Iterator[tuple[Path, str]]:
    for path in files:
        try:
            yield path, path.read_text(encoding="utf-8")
        except (UnicodeDecodeError, OSError):
            continue


def written_out(line: str) -> str:
    """A line of host_code.txt as Python text."""
    line = line.replace("<rows>", ", ".join(map(str, range(10_000))))
    line = re.sub(r"<([^<>]+)\*(\d+)>", lambda found: found[1] * int(found[2]), line)
    repeated = re.fullmatch(r"%(-?)(\d+) (.*)", line)
    if repeated is None:
        return line
    numbers = range(int(repeated[2]))
    return "\n".join(
        repeated[3].replace("<i>", str(i)).replace("<j>", str(i + 1)).replace("<pad>", " " * i)
        for i in (reversed(numbers) if repeated[1] else numbers)
    )


def nasty() -> dict[str, str]:
    """The texts of host_code.txt by their names."""
    text = Path(__file__).with_suffix(".txt").read_text()
    made = {}
    for part in text.split("\n== ")[1:]:
        name, *lines = part.split("\n")
        made[name] = "\n".join(map(written_out, lines)) + "\n"
    return made


def write_cycle(folder: Path, count: int) -> Path:
    """Modules of which each imports the next and some others, the first one again, too."""
    for i in range(count):
        others = "".join(f"import cycle{(i + step) % count}\n" for step in (1, 7, 50))
        names = f"from cycle{(i + 1) % count} import *\nX = [cycle{(i + 7) % count}, {i}]\n"
        text = f"{others}{names}class A(cycle{(i + 1) % count}.A): pass\n"
        (folder / f"cycle{i}.py").write_text(text if i else HEAD + text + TAIL)
    return folder / "cycle0.py"
