"""Kernels of random index arithmetic, launched at the edges of what an int holds.

A kernel reads the extents of arrays, integers of the launch and its place in the grid, all of them
near zero, 2^30 and 2^31, and computes with them as index arithmetic does, and as hashes do. It is
run on the CPU target and, statement by statement, by Python, whose integers do not wrap: a launch
counts up to the first number that int64 does not hold, and the first division by zero.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "common"), str(TESTS.parent / "python")]

import harness  # noqa: E402
import pycu  # noqa: E402

OUTPUTS = 24
SMALL = np.array([3, -5, 7, 11, -13, 17, 19], dtype=np.int64)
MOST = (1 << 30) - 1
SEEN = 0x5EED


class Unlike(Exception):
    """From here on Python and 64 bits compute something else."""


class Number(int):
    """An int that int64 holds, and whose results are checked for that."""


def checked(value: int) -> Number:
    if not -(1 << 63) <= value < 1 << 63:
        raise Unlike
    return Number(value)


def _operation(name: str) -> Any:
    plain = getattr(int, name)
    return lambda self, *others: checked(plain(self, *others))


for _name in (
    "add sub mul floordiv mod lshift rshift and or xor neg invert abs "
    "radd rsub rmul rfloordiv rmod rlshift rrshift rand ror rxor"
).split():
    setattr(Number, f"__{_name}__", _operation(f"__{_name}__"))


def int32(value: int) -> Number:
    return Number((int(value) + (1 << 31)) % (1 << 32) - (1 << 31))


class Maker:
    """Writes one kernel."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.names = ["n", "m", "r", "i", "rows", "cols", "x.shape[0]", "x.shape[1]", "x.size"]
        self.outputs = {False: 0, True: OUTPUTS // 2}  # those that loops store stand behind
        self.loops = 0
        self.made = 0
        self.mixes_bits = rng.random() < 0.5  # else the launch bounds n, m and r, where it can

    def literal(self) -> str:
        rng = self.rng
        if rng.random() < 0.7:
            return str(rng.choice([0, 1, 1, 2, 2, 3, 4, 7, 8, 16, 31, 64, 255]))
        return str(rng.choice([1000, 65537, 1 << 20, (1 << 31) - 1, 1 << 31, 2654435761, 1 << 40]))

    def expression(self, depth: int) -> str:
        rng = self.rng
        if depth == 0 or rng.random() < 0.15:
            return rng.choice(self.names) if rng.random() < 0.75 else self.literal()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        if not any(letter.isalpha() for letter in a):
            a = rng.choice(self.names)  # what is constant has no bounds in Python
        kind = rng.random()
        if kind < 0.42:
            return f"({a} {rng.choice('+-*')} {b})"
        if kind < 0.55:
            return f"({a} {rng.choice(['//', '%'])} {b if rng.random() < 0.5 else self.divisor()})"
        if kind < 0.62:
            return f"({a} {rng.choice(['<<', '>>'])} {rng.choice([1, 2, 5, 16, 31])})"
        if kind < 0.68 and self.mixes_bits:
            return f"({a} {rng.choice('&|^')} {b})"
        if kind < 0.76:
            return f"{rng.choice(['min', 'max'])}({a}, {b})"
        if kind < 0.80:
            wide = f"({a} + 0)"  # of an int32 they would be one
            return rng.choice([f"abs{wide}", f"(-{wide})", f"(~{wide})"])
        if kind < 0.85:
            return f"({a} if {self.condition(depth - 1)} else {b})"
        if kind < 0.89:
            return f"{rng.choice(['small[%s %% 7]', 'small[-1 - %s %% 7]'])}" % a
        if kind < 0.92:
            return f"np.int32({a})"
        return f"mixed({a}, {b})" if kind < 0.96 else f"far({a}, {b})"

    def divisor(self) -> str:
        return self.rng.choice(["7", "16", "32", "cols", "rows", "3", "1000"])

    def condition(self, depth: int) -> str:
        op = self.rng.choice(["<", "<=", ">", ">=", "==", "!="])
        return f"{self.expression(depth)} {op} {self.expression(depth)}"

    def variable(self) -> str:
        self.made += 1
        return f"v{self.made}"

    def say(self, indent: int, line: str) -> None:
        self.lines.append("    " * indent + line)

    def store(self, indent: int) -> bool:
        place = self.outputs[self.loops > 0]
        if place == (OUTPUTS if self.loops else OUTPUTS // 2):
            return False
        self.say(indent, f"out[{place}] = {self.expression(3)}")
        self.outputs[self.loops > 0] += 1
        return True

    def block(self, indent: int, count: int) -> None:
        known = len(self.names)
        for _ in range(count):
            self.statement(indent)
        if not self.store(indent):
            self.say(indent, "pass")
        del self.names[known:]

    def statement(self, indent: int) -> None:
        rng = self.rng
        kind = rng.random()
        own = [name for name in self.names if name.startswith("v")]
        if kind < 0.4 or indent > 3:
            name = self.variable()
            self.say(indent, f"{name} = {self.expression(2)}")
            self.names.append(name)
        elif kind < 0.52 and own:
            op = rng.choice(["+", "-", "*", "//", "%"])
            right = self.divisor() if op in ("//", "%") else self.expression(1)
            self.say(indent, f"{rng.choice(own)} {op}= {right}")
        elif kind < 0.7:
            self.say(indent, f"if {self.condition(2)}:")
            self.block(indent + 1, rng.randrange(1, 3))
            if rng.random() < 0.5:
                self.say(indent, "else:")
                self.block(indent + 1, 1)
        elif kind < 0.9:
            name, step = self.variable(), rng.choice([1, 1, 2, 3, -1, -2])
            start = self.expression(1)
            first = f"({start}) + {5 * step if rng.random() < 0.5 else step}"
            bounds = f"{start}, {first}" + ("" if step == 1 else f", {step}")
            self.say(indent, f"for {name} in range({bounds}):")
            self.names.append(name)
            self.loops += 1
            self.block(indent + 1, rng.randrange(1, 3))
            self.loops -= 1
            self.names.remove(name)
        else:
            name = self.variable()
            self.say(indent, f"{name} = {self.expression(1)}")
            self.say(indent, f"while {name} < n and n - {name} < 4 * m and m > 0:")
            self.say(indent + 1, f"{name} += m")
            self.names.append(name)

    def kernel(self, number: int) -> str:
        self.say(0, '@cuda.jit("void(int64[::1], int64[::1], int8[:, ::1], int64, int64, int32)")')
        self.say(0, f"def k{number}(out, small, x, n, m, r):")
        self.say(1, "i = cuda.grid(1)")
        self.say(1, "rows, cols = x.shape")
        self.say(1, self.rng.choice(["if i < n:", "if i <= m:", "if i >= 0:"]))
        self.block(2, 4)
        self.block(1, 2)
        while self.store(1):
            pass
        return "\n".join(self.lines) + "\n\n\n"


HEAD = """\
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def mixed(a, b):
    if a > b:
        return a - b
    return a + 3 * b


@cuda.jit(device=True)
def far(a, b):
    return (a * 31 + b) % 1000003


"""


def module_text(seed: int, kernels: int) -> str:
    rng = random.Random(seed)
    return HEAD + "".join(Maker(rng).kernel(number) for number in range(kernels))


@dataclass
class Launch:
    x: np.ndarray
    n: int
    m: int
    r: int

    def __str__(self) -> str:
        return f"x.shape={self.x.shape} n={self.n} m={self.m} r={self.r}"


def launches() -> Iterator[Launch]:
    """Memory that nobody touches costs nothing."""
    memory = np.zeros(MOST + 8, dtype=np.int8)
    shapes = [
        (3, 4),
        (1 << 15, (1 << 15) - 1),
        (MOST, 1),
        (1, MOST),
        (0, 5),
        (MOST + 1, 1),
        (3, 1 << 28),
    ]
    numbers = [0, 1, 5, MOST - 1, MOST, MOST + 1, -MOST, -1, (1 << 31) - 1, 1 << 31, 1 << 33]
    rng = random.Random(5)
    for rows, cols in shapes:
        for _ in range(6):
            x = memory[: rows * cols].reshape(rows, cols)
            r = rng.choice([0, 1, -3, MOST, (1 << 31) - 1, -(1 << 31)])
            yield Launch(x, rng.choice(numbers), rng.choice(numbers), r)


class Grid:
    """`cuda` for Python: one thread."""

    @staticmethod
    def grid(_: int) -> Number:
        return Number(0)

    @staticmethod
    def jit(*_: Any, **__: Any) -> Any:
        return lambda function: function


class Shaped:
    """What a kernel asks of `x`."""

    def __init__(self, x: np.ndarray) -> None:
        self.shape = tuple(Number(extent) for extent in x.shape)
        self.size = Number(x.size)


class Items(list[Number]):
    def __getitem__(self, index: Any) -> Any:
        if not -len(self) <= index < len(self):
            raise Unlike
        return super().__getitem__(index)


def by_python(function: Any, launch: Launch) -> list[int]:
    out = [SEEN] * OUTPUTS
    small = Items(Number(value) for value in SMALL)
    numbers = (Number(launch.n), Number(launch.m), Number(launch.r))
    try:
        function(out, small, Shaped(launch.x), *numbers)
    except (Unlike, ZeroDivisionError):
        out[OUTPUTS // 2 :] = [SEEN] * (OUTPUTS // 2)  # a loop would store something else later
    return [int(value) for value in out]


def names_of_python() -> dict[str, Any]:
    class Numpy:
        pass

    numpy: Any = Numpy()
    numpy.int32 = int32
    return {"np": numpy, "cuda": Grid, "range": lambda *ends: map(Number, range(*ends))}


@dataclass
class Found:
    results: int
    wrong: list[str]
    entries: set[str]  # that launches took


def compare(text: str, out: Path, number: int, *options: str) -> Found:
    """Builds a module, and runs its kernels by Python, too."""
    source = out / f"indices{number}.py"
    source.write_text(text, encoding="utf-8")
    harness.build([source], out, *options)
    module = pycu.load(out / f"indices{number}.json")
    last_entry = ctypes.CDLL(str(out / f"libindices{number}.so"))[f"indices{number}_last_entry"]
    last_entry.restype = ctypes.c_char_p
    names = names_of_python()
    body = text.replace("import numpy as np\nfrom numba import cuda\n", "")
    exec(compile(body, str(source), "exec"), names)
    found = Found(0, [], set())
    for name in [name for name in names if name.startswith("k") and name[1:].isdigit()]:
        for launch in launches():
            expected = by_python(names[name], launch)
            got = np.full(OUTPUTS, SEEN, dtype=np.int64)
            getattr(module, name)[1, 1](got, SMALL, launch.x, launch.n, launch.m, launch.r)
            found.entries.add(last_entry().decode())
            for k, (want, have) in enumerate(zip(expected, got.tolist())):
                found.results += want != SEEN
                if want not in (SEEN, have):
                    place = f"{source}: {name}, out[{k}], {launch}"
                    found.wrong.append(f"{place}: {have}, not {want}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--modules", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, required=True)
    options = parser.parse_args()
    options.keep.mkdir(parents=True, exist_ok=True)
    failed = False
    for number in range(options.seed, options.seed + options.modules):
        found = compare(module_text(number, 30), options.keep, number, "-Xcxx", "-O1")
        print(f"seed {number}: {found.results} results", *found.wrong[:5], sep="\n", flush=True)
        failed = failed or bool(found.wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
