"""Shapes, strides and flags of arrays, against NumPy: random chains of views, copies and ufuncs.

Each chain is done by NumPy, and by lib/python twice: with numbers, where all has to be equal, and
with symbols in their place, where what is certain has to be true, and the numbers in place of the
symbols have to give NumPy's shape.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

BUILD = Path(os.environ.get("PYCU_BUILD", Path(__file__).parents[2] / "build"))
DUMP = BUILD / "tests" / "strides_dump"
DTYPES = {1: np.int8, 4: np.float32, 8: np.float64}
CHAINS = 3000


@dataclass
class Chain:
    """A program for the dump, with numbers and with symbols, and NumPy's arrays after each step."""

    item: int
    words: list[str] = field(default_factory=list)
    arrays: list[np.ndarray] = field(default_factory=list)

    def numbers(self) -> str:
        return f"{self.item} " + re.sub(r"\w+=", "", " ".join(self.words))

    def symbols(self) -> str:
        return f"{self.item} " + " ".join(self.words)


def number(rng: random.Random, value: int) -> str:
    """A number as a symbol, most of the time: equal ones are equal numbers."""
    return f"n{value}={value}" if rng.random() < 0.6 and value > 0 else str(value)


def shape_words(rng: random.Random, shape: tuple[int, ...]) -> str:
    return "".join(f"{number(rng, one)} " for one in shape) + ";"


def new(rng: random.Random, chain: Chain, shape: tuple[int, ...]) -> np.ndarray:
    order = rng.choice("CCF")
    chain.words.append(f"new {order} {shape_words(rng, shape)}")
    return np.zeros(shape, DTYPES[chain.item], order=order)


def extents(rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.choice([0, 1, 1, 2, 3, 4, 5]) for _ in range(rng.randint(1, 4)))


def indexed(rng: random.Random, chain: Chain, array: np.ndarray) -> np.ndarray:
    words, index, axes = [], [], list(array.shape)
    while axes:
        kind = rng.random()
        if kind < 0.12:
            words.append("n")
            index.append(None)
            continue
        if kind < 0.2 and Ellipsis not in index:
            words.append("e")
            index.append(Ellipsis)
            break
        extent = axes.pop(0)
        if kind < 0.35 and extent > 0:
            index.append(rng.randrange(-extent, extent))
            words.append(f"i:{index[-1]}")
            continue
        parts = [
            None if rng.random() < 0.5 else rng.randint(-6, 6),
            None if rng.random() < 0.5 else rng.choice([rng.randint(-6, 6), extent]),
            None if rng.random() < 0.6 else rng.choice([-3, -2, -1, 1, 2, 3]),
        ]
        index.append(slice(*parts))
        texts = ["" if one is None else number(rng, one) for one in parts]
        words.append("s:" + ":".join(texts))
    chain.words.append(f"index {' '.join(words)} ;")
    return array[tuple(index)]


def reshaped(rng: random.Random, chain: Chain, array: np.ndarray) -> np.ndarray:
    shape, left = [], array.size
    while left > 1 and len(shape) < 3:
        shape.append(rng.choice([one for one in range(1, left + 1) if left % one == 0]))
        left //= shape[-1]
    shape.append(left)
    rng.shuffle(shape)
    order = rng.choice("CCF")
    words = shape_words(rng, tuple(shape))
    if rng.random() < 0.3 and array.size:
        at = rng.randrange(len(shape))
        words = " ".join([*words.split()[:at], "-1", *words.split()[at + 1 :]])
    chain.words.append(f"reshape {order} {words}")
    return array.reshape(shape, order=order)


def broadcast(rng: random.Random, chain: Chain, array: np.ndarray) -> np.ndarray:
    front = tuple(rng.randint(1, 3) for _ in range(rng.randint(0, 4 - min(4, array.ndim))))
    shape = front + tuple(rng.randint(1, 4) if one == 1 else one for one in array.shape)
    chain.words.append(f"broadcast {shape_words(rng, shape)}")
    return np.broadcast_to(array, shape)


def combined(rng: random.Random, chain: Chain, array: np.ndarray) -> np.ndarray:
    """The array and another that broadcasts with it."""
    shape = tuple(1 if rng.random() < 0.25 else one for one in array.shape)
    other = new(rng, chain, shape[rng.randint(0, len(shape)) :])
    chain.arrays.append(other)
    if rng.random() < 0.5 and other.ndim > 1 and len(set(other.shape)) == 1:
        other = other.T
        axes = " ".join(str(one) for one in reversed(range(other.ndim)))
        chain.words.append(f"transpose {axes} ;")
        chain.arrays.append(other)
    chain.words.append("add")
    return np.asarray(array + other)


def step(rng: random.Random, chain: Chain, array: np.ndarray) -> np.ndarray:
    kind = rng.choice(["index", "index", "transpose", "reshape", "copy", "broadcast", "add", "sum"])
    if kind == "index":
        return indexed(rng, chain, array)
    if kind == "transpose":
        axes = rng.sample(range(array.ndim), array.ndim)
        chain.words.append(f"transpose {' '.join(map(str, axes))} ;")
        return array.transpose(axes)
    if kind == "reshape":
        return reshaped(rng, chain, array)
    if kind == "copy":
        order = rng.choice("CFAKK")
        chain.words.append(f"copy {order}")
        return array.copy(order)
    if kind == "broadcast":
        return broadcast(rng, chain, array)
    if kind == "add":
        return combined(rng, chain, array)
    axes = tuple(rng.sample(range(array.ndim), rng.randint(0, array.ndim)))
    keeps = rng.random() < 0.3
    chain.words.append(f"sum {'keep' if keeps else 'drop'} {' '.join(map(str, axes))} ;")
    return np.asarray(np.add.reduce(array, axes, dtype=array.dtype, keepdims=keeps))


def chains() -> list[Chain]:
    made = []
    for seed in range(CHAINS):
        rng = random.Random(seed)
        chain = Chain(rng.choice([1, 4, 8]))
        array = new(rng, chain, extents(rng))
        chain.arrays.append(array)
        for _ in range(rng.randint(1, 4)):
            if array.ndim == 0:
                break
            array = step(rng, chain, array)
            chain.arrays.append(array)
        made.append(chain)
    return made


def asked(lines: list[str]) -> list[list[str]]:
    text = "\n".join(lines) + "\n"
    result = subprocess.run([str(DUMP)], input=text, capture_output=True, text=True, check=True)
    return [line.split(";")[:-1] for line in result.stdout.splitlines()]


def numbers_of(text: str) -> list[str]:
    return text.strip("()").split(",")[:-1]


def problem(array: np.ndarray, answer: str, is_exact: bool) -> str | None:
    """What is wrong with an answer about an array of NumPy's."""
    shape, strides, flags = answer.split(" ")
    for extent, ours in zip(array.shape, numbers_of(shape), strict=True):
        if ours != str(extent) and (is_exact or ours != "?"):
            return f"shape {shape}, not {array.shape}"
    real = [flag for flag in (array.flags.c_contiguous, array.flags.f_contiguous)]
    for ours, flag in zip(flags, real):
        if ours == ("N" if flag else "Y") or (is_exact and ours == "?"):
            return f"contiguous {flags}, not {real}"
    for extent, stride, ours in zip(array.shape, array.strides, numbers_of(strides), strict=True):
        # Strides of one element, and of none, are free.
        if array.size > 0 and extent > 1 and ours != str(stride) and (is_exact or ours != "?"):
            return f"strides {strides}, not {array.strides}"
    return None


def compare(lines: list[str], cases: list[Chain], is_exact: bool) -> list[str]:
    wrong = []
    for line, case, answers in zip(lines, cases, asked(lines), strict=True):
        for i, (array, answer) in enumerate(zip(case.arrays, answers)):
            text = answer if answer == "refused" else problem(array, answer, is_exact)
            if text:
                wrong.append(f"{line}: step {i}: {text}")
                break
    return wrong


@pytest.mark.parametrize("is_exact", [True, False], ids=["numbers", "symbols"])
def test_chains_of_views_are_numpys(is_exact: bool) -> None:
    cases = chains()
    lines = [case.numbers() if is_exact else case.symbols() for case in cases]
    wrong = compare(lines, cases, is_exact)
    assert not wrong, f"{len(wrong)} of {len(lines)}:\n" + "\n".join(wrong[:20])


def test_symbols_say_most_of_what_numbers_say() -> None:
    cases = chains()
    certain = known = 0
    for answers, case in zip(asked([case.symbols() for case in cases]), cases, strict=True):
        for array, answer in zip(case.arrays, answers):
            if array.flags.c_contiguous and array.size > 1:
                known += 1
                certain += answer.endswith(("YY", "YN", "Y?"))
    assert certain > 0.75 * known, f"{certain} of {known}"
