"""Builds random programs full of effects with pycu, and compares what they did with Python.

    python tests/fuzz/effects.py --programs 4000 --seed 7 --keep /tmp/found

Every effect notes its mark in a log and changes an array that other expressions read: how often
each happens, and in which order, is all that the programs compute. Python runs the same text with
a stand-in for `cuda`; one thread runs the kernels.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "common"), str(TESTS / "fuzz"), str(TESTS.parent / "python")]

import harness  # noqa: E402
import pycu  # noqa: E402

PER_MODULE = 100
CELLS = 8
LOG = 4000
HEAD = """from numba import cuda


@cuda.jit(device=True)
def step(log, a, mark, value):
    at = cuda.atomic.add(log, 0, 1)
    if at < 3990:
        log[at + 1] = mark
    a[mark % 8] += 1
    return value


@cuda.jit(device=True)
def pair(log, a, mark):
    return (step(log, a, mark, a[0] % 5), step(log, a, mark + 1, 7))


@cuda.jit(device=True)
def tell(log, a, mark):
    step(log, a, mark, 0)


@cuda.jit(device=True)
def add(x, y=2, z=1):
    return x + y % 7 - z
"""


class Cells:
    """An array whose elements Python sees as its own integers."""

    def __init__(self, values: np.ndarray) -> None:
        self.values = values

    def __getitem__(self, index: Any) -> Any:
        found = self.values[index]
        return Cells(found) if isinstance(found, np.ndarray) else int(found)

    def __setitem__(self, index: Any, value: Any) -> None:
        self.values[index] = value.values if isinstance(value, Cells) else value

    def __iadd__(self, value: int) -> Cells:
        self.values += value
        return self


def atomic_add(array: Cells, index: int, value: int) -> int:
    old = array[index]
    array[index] = old + value
    return old


class Generator:
    """Makes kernels; the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.mark = 0
        self.inner: list[str] = []
        self.loops = 0

    def next_mark(self) -> int:
        self.mark += 2
        return self.mark

    def step(self, depth: int) -> str:
        return f"step(log, a, {self.next_mark()}, {self.number(depth - 1)})"

    def pair(self) -> str:
        return f"pair(log, a, {self.next_mark()})"

    def tuple(self, depth: int) -> str:
        if self.rng.random() < 0.4:
            return self.pair()
        return f"({self.number(depth - 1)}, {self.number(depth - 1)})"

    def name(self) -> str:
        return self.rng.choice(["x", "y", "z", *self.inner])

    def number(self, depth: int) -> str:
        n, pick = self.number, self.rng.choice
        if depth <= 0:
            return pick([str(self.rng.randint(0, 9)), self.name(), f"a[{self.rng.randint(0, 7)}]"])
        forms = [
            lambda: self.step(depth),
            lambda: self.step(depth),
            lambda: f"a[{n(depth - 1)} % 8]",
            lambda: f"cuda.atomic.add(a, {n(depth - 1)} % 8, {n(depth - 1)} % 9)",
            lambda: f"{self.tuple(depth)}[{pick([0, 1, -1])}]",
            lambda: f"{pick(['sum', 'max', 'min', 'len'])}({self.tuple(depth)})",
            lambda: f"({n(depth - 1)} if {self.test(depth - 1)} else {n(depth - 1)})",
            lambda: f"({n(depth - 1)} {pick('+-')} {n(depth - 1)})",
            lambda: f"({n(depth - 1)} {pick('+-')} {n(depth - 1)})",
            lambda: f"{pick(['max', 'min'])}({n(depth - 1)}, {n(depth - 1)})",
            lambda: f"int({n(depth - 1)})",
            lambda: f"abs({n(depth - 1)})",
            lambda: f"add({n(depth - 1)}, z={n(depth - 1)}, y={n(depth - 1)})",
            lambda: f"add({n(depth - 1)}, {n(depth - 1)})",
            lambda: f"add(*{self.tuple(depth)})",
            lambda: f"(pair(log, a, {self.next_mark()}) + {self.tuple(depth)})[{n(depth - 1)} % 3]",
            self.comprehension,
        ]
        if not self.inner:
            forms.append(lambda: f"({pick('xyz')} := {n(depth - 1)})")
            forms.append(lambda: f"bump({n(depth - 1)})")
        return pick(forms)()

    def comprehension(self) -> str:
        if self.inner:
            return self.name()
        source = self.rng.choice(["range(2)", self.tuple(2), f"range({self.step(1)} % 3)"])
        self.inner.append("q")
        value, test = self.number(2), self.test(1)
        self.inner.pop()
        condition = f" if {test}" if self.rng.random() < 0.5 else ""
        return f"sum({value} for q in {source}{condition})"

    def test(self, depth: int) -> str:
        n, t, pick = self.number, self.test, self.rng.choice
        order = ["<", "<=", "==", "!=", ">"]
        if depth <= 0:
            return f"{n(0)} {pick(order)} {n(0)}"
        forms = [
            lambda: f"{n(depth - 1)} {pick(order)} {n(depth - 1)}",
            lambda: f"{n(depth - 1)} {pick(order)} {n(depth - 1)} {pick(order)} {n(depth - 1)}",
            lambda: f"({t(depth - 1)} {pick(['and', 'or'])} {t(depth - 1)})",
            lambda: f"({t(depth - 1)} {pick(['and', 'or'])} {t(depth - 1)})",
            lambda: f"(not {t(depth - 1)})",
            lambda: f"{n(depth - 1)} {pick(['in', 'not in'])} {self.tuple(depth)}",
            lambda: f"{n(depth - 1)} in [{n(depth - 1)}, {n(depth - 1)}]",
            lambda: f"{n(depth - 1)} in range({n(depth - 1)}, {n(depth - 1)})",
            lambda: f"{self.tuple(depth)} {pick(order)} {self.tuple(depth)}",
            lambda: f"bool({n(depth - 1)})",
            lambda: f"isinstance({n(depth - 1)}, {pick(['int', 'float'])})",
            lambda: f"{pick(['any', 'all'])}(({t(depth - 1)}, {t(depth - 1)}))",
            lambda: f"(tell(log, a, {self.next_mark()}) is None)",
        ]
        return pick(forms)()

    def block(self, depth: int, indent: str) -> list[str]:
        lines: list[str] = []
        for _ in range(self.rng.randint(1, 3)):
            lines += self.statement(depth, indent)
        return lines

    def place(self) -> str:
        return self.rng.choice(
            ["x", "y", "z", f"a[{self.number(1)} % 8]", f"a[{self.step(1)} % 8]"]
        )

    def statement(self, depth: int, indent: str) -> list[str]:
        n, t, rng = self.number, self.test, self.rng
        simple = [
            lambda: f"{self.place()} = {n(3)}",
            lambda: f"{self.place()} {rng.choice('+-')}= {n(2)}",
            lambda: f"{self.place()}, {self.place()} = {n(2)}, {n(2)}",
            lambda: f"{self.place()}, {self.place()} = {self.tuple(2)}",
            lambda: f"{self.place()} = {self.place()} = {n(2)}",
            lambda: f"a[{n(1)} % 4 : {n(1)} % 8] = {n(1)}",
            lambda: f"a[{n(1)} % 4 : {n(1)} % 8] += {n(1)}",
            lambda: f"assert {t(1)} or True",
            lambda: f"tell(log, a, {self.next_mark()}) if {t(1)} else tell(log, a, {n(1)} % 9)",
            lambda: n(3),
            lambda: t(2),
            lambda: f"{t(1)} and {n(2)} > 1",
        ]
        if depth <= 0 or rng.random() < 0.5:
            return [indent + rng.choice(simple)()]
        return self.compound(depth, indent)

    def compound(self, depth: int, indent: str) -> list[str]:
        rng, inside = self.rng, indent + "    "
        kind = rng.randint(0, 5)
        if kind <= 1:
            lines = [f"{indent}if {self.test(2)}:", *self.block(depth - 1, inside)]
            if rng.random() < 0.5:
                lines += [f"{indent}elif {self.test(2)}:", *self.block(depth - 1, inside)]
            if rng.random() < 0.5:
                lines += [f"{indent}else:", *self.block(depth - 1, inside)]
            return lines
        self.loops += 1
        turn = f"n{self.loops}"
        if kind == 2:
            lines = [f"{indent}{turn} = 0", f"{indent}while {turn} < 3 and {self.test(2)}:"]
            lines += [f"{inside}{turn} += 1", *self.block(depth - 1, inside)]
            if rng.random() < 0.3:
                lines += [f"{inside}if {self.test(1)}:", f"{inside}    break"]
            if rng.random() < 0.3:
                lines += [f"{indent}else:", *self.block(depth - 1, inside)]
            return lines
        heads = {
            3: [
                f"for {turn} in range({self.number(1)} % 3, {self.step(1)} % 5):",
                f"for {turn} in range({self.step(2)} % 4):",
            ],
            4: [f"for {turn} in {self.tuple(2)}:", f"for {turn} in [{self.step(1)}, a[1]]:"],
            5: [
                f"for i{turn}, {turn} in enumerate({self.tuple(2)}, {self.step(1)}):",
                f"for i{turn}, {turn} in zip({self.tuple(2)}, {self.tuple(2)}):",
            ],
        }
        return [indent + rng.choice(heads[kind]), *self.block(depth - 1, inside)]

    def kernel(self, name: str) -> str:
        self.mark, self.loops = 0, 0
        lines = [
            '@cuda.jit("void(int64[::1], int64[::1], int64[::1])")',
            f"def {name}(log, a, out):",
            "    x = 1",
            "    y = 2",
            "    z = 3",
            "",
            "    def bump(by):",
            "        nonlocal x",
            "        x += by % 3",
            "        return x % 11",
            "",
        ]
        for _ in range(self.rng.randint(1, 3)):
            lines += self.statement(2, "    ")
        return "\n".join([*lines, "    out[0] = x", "    out[1] = y", "    out[2] = z", ""])


@dataclass
class Found:
    programs: int = 0
    refused: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def arrays() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return np.zeros(LOG, np.int64), np.arange(3, 3 + CELLS), np.zeros(3, np.int64)


def by_python(text: str, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    def jit(*_: Any, **__: Any) -> Any:
        return lambda function: function

    cuda = SimpleNamespace(jit=jit, atomic=SimpleNamespace(add=atomic_add))
    space: dict[str, Any] = {"cuda": cuda}
    exec((HEAD + text).replace("from numba import cuda\n", ""), space)  # noqa: S102
    log, a, out = arrays()
    space[name](Cells(log), Cells(a), Cells(out))
    return log, a, out


def check_module(kernels: dict[str, str], folder: Path, found: Found) -> None:
    source = folder / "effects.py"
    source.write_text(HEAD + "\n\n" + "\n\n".join(kernels.values()), encoding="utf-8")
    command = [str(harness.binary()), "check", str(source), "--error-limit", "0"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        found.wrong.append(f"exit {done.returncode}\n{done.stderr[-2000:]}\n")
    lines = source.read_text(encoding="utf-8").splitlines()
    for at in re.findall(r"^\S*\.py:(\d+):\d+: error.*", done.stderr, re.M):
        above = (re.match(r"def (k\d+)\(", line) for line in reversed(lines[: int(at)]))
        name = next(one[1] for one in above if one)
        if kernels.pop(name, None) is not None:
            found.refused.append(done.stderr[done.stderr.find(f".py:{at}:") :][:400])
    source.write_text(HEAD + "\n\n" + "\n\n".join(kernels.values()), encoding="utf-8")
    command = [harness.binary(), "build", source, "-o", folder, "--target", "cpu", "-Xcxx", "-O0"]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True)
    if done.returncode != 0:
        found.wrong.append(f"not built:\n{done.stderr[-3000:]}")
        return
    module = pycu.load(folder / "effects.json")
    for name, text in kernels.items():
        found.programs += 1
        got, wanted = arrays(), by_python(text, name)
        module[name][1, 1](*got)
        if not all(np.array_equal(one, other) for one, other in zip(got, wanted)):
            shown = [
                f"{what}: {one[: int(one[0]) + 1 if what == 'log' else None].tolist()}"
                for what, pair in zip(("log", "a", "out"), zip(got, wanted))
                for one in pair
            ]
            found.wrong.append("\n".join([text, *shown, ""]))


def run(count: int, seed: int, folder: Path) -> Found:
    """Makes and compares `count` programs."""
    found = Found()
    for at in range(0, count, PER_MODULE):
        generator = Generator(seed + at)
        size = min(PER_MODULE, count - at)
        kernels = {f"k{i}": generator.kernel(f"k{i}") for i in range(size)}
        with tempfile.TemporaryDirectory(dir=folder) as inner:
            check_module(kernels, Path(inner), found)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("found"))
    options = parser.parse_args()
    options.keep.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for at in range(0, options.programs, PER_MODULE):
        found = run(PER_MODULE, options.seed + at, options.keep)
        for text in found.wrong:
            wrong += 1
            (options.keep / f"{options.seed + at}_{wrong}.txt").write_text(text, encoding="utf-8")
        (options.keep / "refused.txt").write_text("\n".join(found.refused), encoding="utf-8")
        print(f"{found.programs} programs, {len(found.refused)} refused, {wrong} wrong", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
