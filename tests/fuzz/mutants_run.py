"""Runs pycu on mutated kernels: no crash, no hang, no text that a compiler refuses.

    python tests/fuzz/mutants_run.py --minutes 30 --seed 7 --keep /tmp/found --nvcc

Hundreds of mutants go through each `pycu transpile`; what it takes is compiled in one go.
"""

from __future__ import annotations

import argparse
import ast
import math
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "common"), str(TESTS / "fuzz"), str(TESTS.parent / "python")]

import harness  # noqa: E402
from mutate import mutant  # noqa: E402

FOLDERS = ("run", "examples", "emit", "debug", "handwritten")
PER_PROCESS = 60
LIMIT = 120  # seconds that a process may take: most of it is waiting on a busy machine
PRINTED = re.compile(r"^\S*?(m\d+)(?:_\w+)?\.(?:cuh?|py|h):\d+.*error", re.M)


@dataclass
class Seen:
    """How many mutants there were, how many pycu took, and what went wrong."""

    mutants: int = 0
    taken: int = 0
    wrong: list[str] = field(default_factory=list)


def sources() -> list[str]:
    """Scripts with kernels that have signatures."""
    found = []
    for folder in FOLDERS:
        for path in sorted((TESTS.parent / "testdata" / folder).glob("*.py")):
            text = path.read_text(encoding="utf-8")
            if "@cuda.jit" in text:
                tree = ast.parse(text)
                tree.body = [one for one in tree.body if getattr(one, "name", "") != "check"]
                found.append(ast.unparse(tree))
    return found


def transpile(files: list[Path], out: Path, *options: str) -> tuple[int, str]:
    """pycu on some files: its exit code, None turned into 124 where it does not end."""
    command = [harness.binary(), "transpile", *files, "-o", out, "-k", "--error-limit", "0"]
    try:
        done = subprocess.run(
            [str(word) for word in [*command, *options]],
            capture_output=True,
            text=True,
            timeout=LIMIT,
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        return 124, "does not end"
    return done.returncode, done.stderr


def guilty(files: list[Path], out: Path, seen: Seen, *options: str) -> list[Path]:
    """Transpiles; names the files at which pycu fails, and returns the others."""
    code, said = transpile(files, out, *options)
    if code in (0, 1):
        return files
    if len(files) == 1:
        seen.wrong.append(f"exit {code}:\n{said[-3000:]}\n{files[0].read_text(encoding='utf-8')}")
        return []
    half = len(files) // 2
    return guilty(files[:half], out, seen, *options) + guilty(files[half:], out, seen, *options)


def compiled(texts: list[Path], out: Path, nvcc: bool) -> str:
    """What a compiler has against generated texts, all included in one source."""
    together = out / "together.cu"
    together.write_text("".join(f'#include "{one.name}"\n' for one in texts), encoding="utf-8")
    if nvcc:
        command = ["nvcc", "-std=c++17", "-ptx", "-arch=compute_75", "-o", "/dev/null", together]
    else:
        command = ["g++", "-std=c++17", "-fsyntax-only", "-w", "-x", "c++", together]
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, cwd=out, errors="replace"
    )
    return "" if done.returncode == 0 else done.stderr


def check_texts(texts: list[Path], out: Path, seen: Seen, nvcc: bool) -> None:
    """Compiles what pycu took; a text with an error is noted and left out."""
    while texts:
        said = compiled(texts, out, nvcc)
        if not said:
            return
        bad = set(PRINTED.findall(said)) or {one.stem for one in texts}
        for stem in sorted(bad)[:20]:
            lines = [line for line in said.splitlines() if stem in line or "error" in line][:12]
            # reductions have a text of their own, m1_reduce.cu
            module = stem.removesuffix("_reduce")
            source = (out.parent / "in" / f"{module}.py").read_text(encoding="utf-8")
            seen.wrong.append("\n".join(["a compiler refuses it:", *lines, source]))
        texts = [one for one in texts if one.stem not in bad]


def batch(seed: int, count: int, folder: Path, seen: Seen, nvcc: bool = False) -> None:
    """`count` mutants of a seed."""
    rng = random.Random(seed)
    texts = sources()
    inner, out = folder / "in", folder / "out"
    shutil.rmtree(inner, ignore_errors=True)
    shutil.rmtree(out, ignore_errors=True)
    inner.mkdir(parents=True)
    files = []
    for number in range(count):
        path = inner / f"m{number}.py"
        path.write_text(mutant(rng.choice(texts), rng), encoding="utf-8")
        files.append(path)
    seen.mutants += count
    options = ["--debug"] if rng.random() < 0.2 else []
    for at in range(0, count, PER_PROCESS):
        guilty(files[at : at + PER_PROCESS], out, seen, *options)
    taken = sorted(out.glob("m*.cu"))
    seen.taken += len(taken)
    check_texts(taken, out, seen, nvcc)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--batches", type=int, default=10**9)
    parser.add_argument("--count", type=int, default=120, help="mutants of a batch")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nvcc", action="store_true", help="compile with nvcc, not with g++")
    parser.add_argument("--keep", type=Path, default=Path("found"))
    options = parser.parse_args()
    options.keep.mkdir(parents=True, exist_ok=True)
    seen, said = Seen(), 0
    until = time.monotonic() + 60 * options.minutes
    for number in range(options.batches):
        if time.monotonic() > until:
            break
        with tempfile.TemporaryDirectory() as folder:
            batch(options.seed + number, options.count, Path(folder), seen, options.nvcc)
        for text in seen.wrong[said:]:
            said += 1
            kept = options.keep / f"{options.seed + number}_{said}.txt"
            kept.write_text(text, encoding="utf-8")
        print(f"{seen.mutants} mutants, {seen.taken} taken, {said} wrong", flush=True)
    return 1 if seen.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
