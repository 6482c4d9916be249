"""Runs pycu on small programs whose values, types and texts grow fast: every one must end in time.

    python tests/fuzz/bounds.py --programs 4000 --seed 7 --keep /tmp/found

A program starts with a small value, and does something to it again and again that makes it larger:
written out, in loops and recursions that nobody knows the end of, in kernels. pycu has to end each
with a result or a message, within a memory and a time that no such program needs.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "common"), str(TESTS / "fuzz"), str(TESTS.parent / "python")]

import harness  # noqa: E402

MEMORY = 1_500_000_000
SECONDS = 10  # of CPU, of a build without optimisation
SHRINKS = 60
HEAD = """import sys | from collections import namedtuple | import numpy as np
from numba import cuda, float32, float64, int64, types, void |  | unknown = len(sys.argv)
Pair = namedtuple("Pair", "a b") |  |  | class Node: | def __init__(self, a, b=None):
self.a = a | self.b = b |  | def twice(self): | return Node(self, self) |  | 
def both(a, b): | return [a, b] |  |  | def either(a, b): | if unknown: | return a | return b
@cuda.jit(device=True) | def first(a, b=1): | return a |  |  | @cuda.jit(device=True)
def joined(a, b): | return (a, b) |  | """

# What host code starts with, and what it does again and again; names of several values, too.
VALUES = """1 | -7 | 1.5 | 1j | True | None | "ab" | b"ab" | (1, 2) | [1] | [[0], [1]]
{0: 1} | {1, 2} | range(9) | np.zeros(3) | np.arange(4.0) | np.float32(2) | np.int64(3) | ()
[] | {} | Node(1) | Pair(1, 2) | unknown | [unknown] | np.zeros(unknown)
np.dtype([("a", np.int32)]) | sys.argv | lambda: 1 | np.zeros((2, 2)) | [0] * 1000
"x" * 1000 | tuple(range(200)) | types.int64 | int64[:] | cuda.device_array(8)
cuda.to_device(np.zeros(4))"""
STEPS = """x = x + x | x = x * 2 | x = x * x | x = x ** x | x = x << 9 | x = x << x | x += x
x *= 3 | x = (x, x) | x = [x, x] | x = {0: x, 1: x} | x = {x, x} | x = [x] | x = (x,)
x = x, 1 | x = [x] * 9 | x.append(x) | x[0] = x | x.append(y) | y = x; x = [y, x]
y.append(x) | x.extend(x) | x.insert(0, y) | x = [*x, *x] | x = (*x, *x) | x = {**x, 1: x}
x = {**x, len(x): y} | x = f"{x}{x}" | x = str(x) * 2 | x = f"{x!r:>{y}}" | x = repr([x, x])
x = x[:] | x = list(x) + [x] | x = tuple(x) + (x,) | x = -x | x = [i for i in x]
x = [x for i in x] | x = {i: x for i in x} | x = {i: j for i in x for j in x}
x = [[j for j in x] for i in x] | x = tuple(x for i in range(3)) | x = [x for _ in range(100)]
x = np.concatenate([x, x]) | x = np.array([x, x]) | x = np.stack([x, x]) | x = np.tile(x, 3)
x = np.asarray(x) | x = x.reshape(-1, 1) | x = x[None] | x = x[::2] | x = np.repeat(x, 9)
x = x.T | x = np.outer(x, x) | x = x[:, None] * x | x = np.zeros((x, x))
x = np.dtype([("a", x), ("b", x)]) | x = both(x, x) | x = both(x, y) | x = either(x, (x, x))
x = either([x], x) | x = either(x, y) | x = Node(x, x) | x = x.twice() | x.a = x
x = Node(x.a, y) | x.b = [x, y] | x = Pair(x, x) | x = [x, x][unknown % 2]
x = x if unknown else [x] | x = (x, x) if unknown else x | x = x and [x]
x = lambda x=x: [x, x] | x = x() | x = lambda: x | x = sorted([x, x]) | x = sum([x, x])
x = max(x, x) | x, y = y, [x, y] | x, y = y, x + y | x, y = (x, y), (y, x) | x = y = [x, y]
(x, *y) = (x, y, x) | x = dict(a=x, b=x) | x = list(zip(x, x)) | x = list(enumerate(x))
x = list(range(x)) | x = x * len(x) | x = int(str(x) * 2) | x = "".join([x, x])
x = x.replace("a", x) | x = x % (x, x) | x = "%s%s" % (x, x) | x = x.format(x)
x = types.UniTuple(x, 3) | x = types.Tuple((x, x)) | x = x.copy() | x.update({x: x})
x = tuple(x) * 100 | x = [[x] * 100] * 100 | x = np.ones((99, 99)) @ x
x = x.setdefault(0, [x]) | x = int(x) ** 99 | x = 10 ** x | x = 2 ** (x * 99) | x = x[0]
x = list(map(str, x)) | x = {*x, (x,)} | x = x.split("a") | x = [x] + y | x = str(y) + str(x)
x = np.full(x, x) | x = np.linspace(0, x, 999)"""
DEVICE_VALUES = """1 | 1.5 | n | (1, n) | (1, 2.5) | () | (n,) | a | a[0] | (a, a) | 1j | None
True | "ab" | range(n) | cuda.local.array(4, float64) | a[1:] | (1, (2, 3)) | Pair(1, 2)
float32(1) | first"""
DEVICE_STEPS = """x = x + x | x = (x, x) | x = (x,) | x = x * 2 | x = joined(x, x)
x = first(x) | x = x[:1] | x = x[1:] | x = Pair(x, x) | x = max(x, x) | x = x if n else x
x = (x, 1) if n else (x, 2) | x = -x | x = x ** 2 | x = x ** x | x = x << 1 | x = (x[0], x)
x = (x[-1], x[0], x) | x, y = y, x | x, y = (x, y), (y, x) | y = x; x = (y, x)
x = joined(first(x), y) | x = x[0] | x = (lambda q: (q, q))(x) | x = x and x | x = x == x
x = x in (x, x) | x = sum((x, x)) | x = min((x, x)) | x = [x, x] | x += x | x = tuple(x)
x = x + (x,) | x = len((x, x)) | x = abs(x) | x = int(x) | x = x, n | x = x[::2] | x = x[0:n]
x = cuda.atomic.add(a, 0, x) | x = [x for i in range(2)] | x = sum(x for i in range(2))
print(x, x) | x = a[int(x)] | x = sum([x for q in (x, x)]) | x = all((x, x)) | x = (x, x)[0]
x = (x, x)[n] | x = any(x for q in (x, x)) | x = (y := (x, x)) | x = complex(x, x)
x = (x, x) < (x, y) | x = cuda.local.array(4, float64) | x = x.shape | x = x[None] | x = x.T
x = x.reshape(2, 2) | a[0] = x"""
# An expression around another, which may stand in it more than once.
WRAPS = """(E) | [E] | (E,) | (E, E) | [E, E] | -E | not E | ~E | f(E) | f(E, E) | E + E
E * 2 | E ** E | E[0] | E.a | E() | f"{E}" | f"{E}{E}" | f"{E:{E}}" | lambda: E
lambda q=E: q | E if E else E | E and E | E or 1 | E < E < E | E in E | E in (E, 1)
[E for i in E] | [i for i in E] | sum(E for i in range(2)) | max(E, E) | max((E, 1))
len((E, E)) | len(E) | int(E) | float(E) | abs(E) | str(E) | {0: E} | {**{0: E}} | {E, E}
(*E, *E) | f(*E) | f(*(E, E)) | f(**{"a": E}) | (q := E) | E[E] | E[E:E] | np.array(E)
np.zeros(E) | np.array([E, E]) | np.concatenate([E, E]) | tuple(E) | list(E) | range(E)
zip(E, E) | enumerate(E) | E.T | E.append(E) | E.reshape(E) | E.shape | E.astype(E)
isinstance(E, int) | isinstance(E, (int, float)) | first(E) | first(E, E) | joined(E, E)
min(E, E) | any(E for i in (1, 2)) | all((E, E)) | E is None | round(E) | divmod(E, E)[0]
pow(E, E) | bool(E) | complex(E, E) | [E][0] | (E, E)[0] | (E, E)[n] | sum((E, E))
cuda.atomic.add(a, E, E) | a[E] | a[E, E] | float32(E) | types.UniTuple(E, 2)
types.Tuple((E, E)) | E[:, E] | sum([E, E]) | max([E for i in (1, 2)])
[[E for i in (1, 2)] for j in (1, 2)][0][0] | (lambda q: q)(E) | (lambda q: E)(1) | print(E)
math.sqrt(E) | cuda.selp(E, E, E) | cuda.fma(E, E, E) | Pair(E, E)"""
LEAVES = """1 | n | x | 1.5 | a | a[0] | (1, n) | [1, 2] | unknown | 'a' | () | range(3) | f
int64 | first"""
TYPES = """int64 | float64[:] | float32 | types.int8[:, ::1] | boolean | types.none | int64[:]"""
TYPE_WRAPS = """UniTuple(T, 2) | UniTuple(T, 60) | types.UniTuple(T, 1000000) | Tuple((T, T))
types.Tuple((T,)) | Optional(T) | T[:] | T(T) | types.Tuple([T] * 9) | Array(T, 2, "C") | T
Tuple((T, int64))"""

# What a function returns that calls the one before it, and one that calls itself.
CALLS = """f{0}(x) + f{0}(x) | (f{0}(x), f{0}(x)) | [f{0}(x), f{0}([x])] | f{0}(f{0}(x))
f{0}((x, x)) | f{0}((x, 1)) + f{0}((1.5, x)) | f{0}(x) if unknown else f{0}(x + 1)
f{0}(x, f{0}(x)) | f{0}(*x) | f{0}(x[:1]) + f{0}(x[1:]) | [f{0}(i) for i in range(9)]
max(f{0}(x), f{0}(x)) | f{0}(x + 1.0) | sum([f{0}(x) for i in range(3)])
(f{0}(x, 1), f{0}(x, 1.5)) | f{0}(lambda: x) | f{0}(f{0})"""
TAILS = """f(x) | f((x, x)) | f([x]) | f(x - 1) + f(x - 2) | (f(x), f(x)) | f(x + 1.5)
[f(x) for i in x] | g(x) | f(f(x)) | f(f(f(x - 1)) - 1) | f(lambda: x) | g(g(x)) | f(x[1:])
x * f(x - 1) | f(*x, *x) | f(-x) or f(x) | f(x + x) | f(str(x) * 2) | f({0: x}) | f(x, *y)"""


def alternatives(text: str) -> list[str]:
    return [one.strip() for one in text.replace("\n", " | ").split(" | ")]


def indented(lines: list[str], by: int = 1) -> list[str]:
    return ["    " * by + line for line in lines]


class Generator:
    """Makes programs; the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def pick(self, text: str) -> str:
        return self.rng.choice(alternatives(text))

    def program(self) -> str:
        kinds: list[tuple[int, Callable[[], list[str]]]] = [
            (8, self.host),
            (4, self.device),
            (3, self.wrapped),
            (2, self.chain),
            (1, self.signature),
            (1, self.recursion),
        ]
        make = self.rng.choices([one for _, one in kinds], [weight for weight, _ in kinds])[0]
        return HEAD + "\n".join(make()) + "\n"

    def steps(self, text: str) -> list[str]:
        count = self.rng.choice([1, 1, 1, 2, 2, 3])
        return [line for _ in range(count) for line in self.pick(text).split("; ")]

    def host(self) -> list[str]:
        """Values of the host that grow, and are used by a kernel or a launch."""
        start = [f"x = {self.pick(VALUES)}", f"y = {self.pick(VALUES)}"]
        lines = [*start, *self.repeated(self.steps(STEPS), self.rng.choice([1, 1, 2]))]
        if self.rng.random() < 0.3:
            lines = ["def run(n):", *indented([*lines, "return x"]), "", "x = run(unknown)"]
        if self.rng.random() < 0.2:
            tail = self.rng.choice(["run(x)", "[run(x), run(x)]", "run([x])"])
            lines = ["def run(x, y=None):", *indented([*lines[2:], f"return {tail}"])]
            lines += start + ["x = run(x)"]
        return [*lines, *self.use()]

    def use(self) -> list[str]:
        kernel = ["", "@cuda.jit", "def k(a, n):", "    pass", ""]
        read = ["", '@cuda.jit("void(float64[:])")', "def r(a):", "    a[0] = BODY"]
        body = self.rng.choice(["x", "x[0]", "len(x)", "x.a", "x[0][0]", "first(x)", "x[1:][0]"])
        uses = [
            [*kernel, "k[1, 1](x, x)"],
            [*kernel, "k[x, 1](np.zeros(3), y)"],
            [*kernel, "for one in x:", "    k[1, 1](one, x)"],
            [*read[:-1], read[-1].replace("BODY", body)],
            [*read[:-1], "    cuda.shared.array(x, float64)", "    a[0] = 1"],
            ["", "@cuda.jit(x)", "def r(a):", "    a[0] = 1"],
            ["", "@cuda.jit", "def r(a, b=x):", "    a[0] = 1", "", "r[1, 1](x)"],
        ]
        return self.rng.choice(uses)

    def repeated(self, steps: list[str], depth: int) -> list[str]:
        """Steps, again and again: written out, or in loops of every kind."""
        rng = self.rng
        inner = steps if depth == 0 else self.repeated(steps, depth - 1)
        leave = rng.choice(["continue", "break", "x = y", "y = x", "pass"])
        inside = inner
        if rng.random() < 0.4:
            inside = ["if unknown > 3:", f"    {leave}", *inner]
        heads = ["for i in range(40):", "for i in range(10 ** 6):", "for i in range(unknown):"]
        heads += [
            "while unknown:",
            "while True:",
            "for i in x:",
            "for x in x:",
            "for i in [1, 2] * 20:",
        ]
        heads += ["for i in range(3):", "while len(x) < 1000:"]
        forms = [
            inner * (30 // len(inner) + 1),
            [rng.choice(heads), *indented(inside)],
            [rng.choice(heads), *indented(inside)],
            [rng.choice(heads), *indented(inside), "else:", *indented(inner)],
            [line for one in range(12) for line in [f"if unknown == {one}:", *indented(inner)]],
            [
                line
                for _ in range(12)
                for line in ["if unknown:", *indented(inner), "else:", "    y = x"]
            ],
            [
                line
                for _ in range(8)
                for line in ["try:", *indented(inner), "except ValueError:", "    x = [x, y]"]
            ],
            ["with open('a') as file:", *indented(inner)] * 3,
            self.nest(inner),
        ]
        return rng.choice(forms)

    def nest(self, inner: list[str]) -> list[str]:
        rng = self.rng
        heads = ["for i{} in range(9):", "for i{} in range(unknown):", "if unknown > {}:"]
        heads += ["while unknown > {}:", "for i{} in x:", "for i{} in range(2):"]
        chosen = [rng.choice(heads).format(i) for i in range(rng.choice([4, 8, 16]))]
        if rng.random() < 0.5:
            chosen = [rng.choice(heads).format(i) for i in range(len(chosen))]
        lines = ["    " * i + head for i, head in enumerate(chosen)]
        lines += indented(inner, len(chosen))
        if rng.random() < 0.5:
            at = rng.randrange(1, len(chosen))
            lines += indented(inner, at)
        return lines

    def device(self) -> list[str]:
        """Values of a kernel that grow: their types, or the text."""
        rng = self.rng
        steps = self.steps(DEVICE_STEPS)
        forms = [
            steps * (30 // len(steps)),
            ["for i in range(n):", *indented(steps)],
            ["while n > 0:", *indented([*steps, "n -= 1"])],
            [line for i in range(30) for line in [f"if n > {i}:", *indented(steps)]],
            ["for i in (1, 2.5, 3):", *indented(steps * 10)],
            self.device_nest(steps),
            [line for i in range(12) for line in [f"for q{i} in (1, 2.5):", *indented(steps)]],
            [f"def f{i}(x=x):\n        return joined(x, x)\n    x = f{i}(x)" for i in range(20)],
            [f"g{i} = lambda q: (q, x)\n    x = g{i}(x)" for i in range(20)],
            [f"g{i + 1} = lambda q: g{i}(g{i}(q))" for i in range(25)],
        ]
        lines = rng.choice(forms)
        before = ["def g0(q):", "    return joined(q, 1)"] if "g1" in str(lines) else []
        body = [
            f"x = {self.pick(DEVICE_VALUES)}",
            f"y = {self.pick(DEVICE_VALUES)}",
            *before,
            *lines,
        ]
        end = rng.choice(
            ["a[0] = x", "a[0] = first(1, x)", "a[0] = len(x)", "print(x)", "a[0] = g25(1)"]
        )
        decorator = rng.choice(
            ['@cuda.jit("void(float64[:], int64)")', "@cuda.jit(void(float64[:], int64))"]
        )
        return [decorator, "def k(a, n):", *indented([*body, end])]

    def device_nest(self, inner: list[str]) -> list[str]:
        heads = [
            "for i{} in range(n):",
            "if n > {}:",
            "while n > {}:",
            "for i{} in (n, 1):",
            "for i{} in x:",
        ]
        chosen = [self.rng.choice(heads).format(i) for i in range(self.rng.choice([4, 8, 15]))]
        lines = ["    " * i + head for i, head in enumerate(chosen)]
        return lines + indented(inner, len(chosen))

    def wrapped(self) -> list[str]:
        """One expression in itself, 10 to 90 times deep, in host code and in a kernel."""
        rng = self.rng
        wraps = [self.pick(WRAPS) for _ in range(rng.choice([1, 1, 2, 3]))]
        text, left = self.pick(LEAVES), rng.choice([12, 30, 60, 90])
        while left > 0 and len(text) < 3000:
            for wrap in wraps:
                if wrap.count("E") == 1 or len(text) < 1500:
                    inner = text if rng.random() < 0.5 or wrap.startswith("f") else f"({text})"
                    text = wrap.replace("E", inner)
                    if wrap.count("E") > 1 and rng.random() < 0.5:
                        text = wrap.replace("E", inner, 1).replace("E", self.pick(LEAVES))
            left -= 1
        if rng.random() < 0.4:
            lines = ["n = unknown", "a = x = np.zeros(4)", "f = both", f"x = {text}"]
            return [*lines, *self.use()]
        where = rng.choice(
            ["a[0] = E", "x = E", "E", "if E:\n        a[0] = 1", "for i in E:\n        a[0] = 1"]
        )
        return [
            '@cuda.jit("void(float64[:], int64)")',
            "def k(a, n):",
            "    x = n",
            "    f = first",
        ] + ["    " + where.replace("E", text)]

    def chain(self) -> list[str]:
        """Functions each of which calls the one before more than once."""
        rng = self.rng
        call = self.pick(CALLS)
        is_device = rng.random() < 0.6
        decorator = ["@cuda.jit(device=True)"] if is_device else []
        lines = [
            *decorator,
            "def f0(x, y=1):",
            f"    return {rng.choice(['x', 'y', '1', '(x, y)', '[x]'])}",
        ]
        for i in range(rng.choice([8, 16, 30, 60])):
            lines += [*decorator, f"def f{i + 1}(x, y=1):"]
            if rng.random() < 0.2:
                lines += ["    if x == 3:", "        return x"]
            lines += [f"    return {call.format(i)}"]
        last = sum("def f" in line for line in lines) - 1
        if not is_device:
            return [*lines, f"x = f{last}(unknown)", f"y = f{last}(3)", *self.use()]
        kernel = ['@cuda.jit("void(float64[:], int64)")', "def k(a, n):"]
        return [
            *lines,
            *kernel,
            f"    a[0] = {rng.choice([f'f{last}(n)', f'first(1, f{last}(a))'])}",
        ]

    def signature(self) -> list[str]:
        rng = self.rng
        text, left = self.pick(TYPES), rng.choice([3, 6, 12, 40])
        wraps = [self.pick(TYPE_WRAPS) for _ in range(rng.choice([1, 2]))]
        while left > 0 and len(text) < 4000:
            for wrap in wraps:
                text = (
                    wrap.replace("T", text)
                    if wrap[0] == "T" and "(" not in wrap
                    else (
                        "T".join(wrap.replace("T(", "\0").replace("Tuple", "\1").split("T"))
                        .replace("T", text)
                        .replace("\1", "Tuple")
                        .replace("\0", text + "(")
                    )
                )
            left -= 1
        plain = text.replace("types.", "")
        forms = [
            [f'@cuda.jit("void({plain})")'],
            [f"@cuda.jit(void({text}))"],
            [f"T = {text}", "@cuda.jit([void(T, T)])"],
            [*[f"T{i + 1} = types.UniTuple(T{i}, 3)" for i in range(30)], "@cuda.jit(void(T30))"],
            [*[f"T{i + 1} = types.Tuple((T{i}, T{i}))" for i in range(30)], "@cuda.jit(void(T30))"],
            [*[f'R{i + 1} = np.dtype([("a", R{i}), ("b", R{i}, (9,))])' for i in range(25)]]
            + ["@cuda.jit(void(types.Array(from_dtype(R25), 1, 'C')))"],
        ]
        lines = rng.choice(forms)
        start = [
            "from numba import *",
            "from numba.types import *",
            "T0 = int64",
            "R0 = np.dtype(np.int32)",
        ]
        return [
            *start,
            *lines,
            "def k(x):",
            f"    {self.pick('pass | y = (x, x) | print(x) | x[0] = x[1]')}",
        ]

    def recursion(self) -> list[str]:
        rng = self.rng
        tail = self.pick(TAILS)
        other = self.pick("f(x) | f((x, 1)) | f(x) + f(x) | [f(x), f(x)] | f(x - 1) | (f(x), g(x))")
        stop = self.rng.choice(
            [["if x == 0:", "    return 1"], ["if unknown:", "    return x"], []]
        )
        if stop and stop[1].endswith("x") and rng.random() < 0.5:
            stop = ["for i in range(unknown):", "    x = [x, g(x)]"]
        decorator = ["@cuda.jit(device=True)"] if rng.random() < 0.5 else []
        lines = [*decorator, "def f(x, *y):" if not decorator else "def f(x):"]
        lines += indented([*stop, f"return {tail}"])
        lines += [*decorator, "def g(x):", f"    return {other}"]
        if not decorator:
            return [*lines, f"x = f({self.pick(VALUES)})", "y = g(3)", *self.use()]
        kernel = ['@cuda.jit("void(float64[:], int64)")', "def k(a, n):"]
        return [*lines, *kernel, f"    a[0] = f({self.pick(DEVICE_VALUES)})"]


@dataclass
class Found:
    programs: int = 0
    taken: int = 0
    slowest: list[tuple[float, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def ended(text: str, folder: Path, command: str) -> tuple[str, float, bool]:
    """What is wrong with how pycu ended, or nothing; its time; whether it took the program."""
    source = folder / "bounds.py"
    source.write_text(text, encoding="utf-8")
    words = [str(harness.binary()), command, str(source)]
    words += ["-o", str(folder)] if command == "transpile" else []
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, preexec_fn=limited, errors="replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    wrong = "" if done.returncode in (0, 1) else f"exit {done.returncode}: {done.stderr[-500:]}"
    if done.returncode == 1 and " error" not in done.stderr:
        wrong = f"refused without a message: {done.stderr[-500:]}"
    if spent > SECONDS * 0.9:
        wrong = f"takes {spent:.1f} s"
    return wrong, spent, done.returncode == 0


def shrunk(text: str, folder: Path, command: str) -> str:
    """A program with fewer lines that ends as badly."""
    lines, tries = text.splitlines(), SHRINKS
    size = len(lines) // 2
    while size > 0 and tries > 0:
        at = 0
        while at < len(lines) and tries > 0:
            less = lines[:at] + lines[at + size :]
            tries -= 1
            if ended("\n".join(less) + "\n", folder, command)[0]:
                lines = less
            else:
                at += size
        size //= 2
    return "\n".join(lines) + "\n"


def run(count: int, seed: int, folder: Path) -> Found:
    """Makes `count` programs, and runs pycu on each."""
    found = Found()
    for number in range(count):
        text = Generator(seed + number).program()
        command = "check" if number % 2 else "transpile"
        found.programs += 1
        wrong, spent, is_taken = ended(text, folder, command)
        found.taken += is_taken
        found.slowest = sorted([*found.slowest, (spent, text)], reverse=True)[:5]
        if wrong:
            small = shrunk(text, folder, command)
            found.wrong.append(f"# {seed + number}: pycu {command}: {wrong}\n{small}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("found"))
    options = parser.parse_args()
    options.keep.mkdir(parents=True, exist_ok=True)
    wrong, taken, per_line = 0, 0, 50
    for at in range(0, options.programs, per_line):
        with tempfile.TemporaryDirectory() as folder:
            found = run(min(per_line, options.programs - at), options.seed + at, Path(folder))
        taken += found.taken
        for text in found.wrong:
            wrong += 1
            (options.keep / f"{options.seed + at}_{wrong}.py").write_text(text, encoding="utf-8")
        spent, text = found.slowest[0]
        (options.keep / f"slow_{options.seed + at}.py").write_text(f"# {spent:.2f} s\n{text}")
        print(
            f"{at + found.programs} programs, {taken} taken, {wrong} wrong, {spent:.2f} s",
            flush=True,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
