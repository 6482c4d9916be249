"""Modules of random constants that are set by means of others, with the values of Python."""

from __future__ import annotations

import math
import random
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

HEAD = "import math\n\nimport numpy as np\nfrom numba import cuda\n\n"
INTS = ["0", "1", "2", "3", "7", "0x1F", "32", "255", "0b101", "1000", "46341", "0x7FFFFFFF"]
FEW = INTS[:10]
FLOATS = [
    "0.5",
    "1e-3",
    "3.0",
    "0.1",
    "2.5e10",
    "1e300",
    "1e-170",
    "2e-38",
    "math.pi",
    "np.pi",
    "math.e",
    "0.0",
]
OPERATORS = ["+", "-", "*", "/", "//", "%", "<<", ">>", "&", "|", "^", "**"]
CALLS = ["int", "float", "np.float32", "np.float64", "np.int32", "np.int64", "abs", "math.sqrt"]
GLOBALS = {"np": np, "math": math}


@dataclass
class Constants:
    """The lines of a module, the values of its names, and the extents of its arrays."""

    lines: list[str]
    values: dict[str, Any]
    extents: list[tuple[str, int]]

    def of(self, *types: type) -> list[str]:
        return [name for name, value in self.values.items() if type(value) in types]

    def text(self) -> str:
        """A module with one kernel, which writes each constant where its type has its place."""
        body = []
        arrays = {"ints": (int, np.int32, np.int64), "doubles": (float, np.float64)}
        for array, types in {**arrays, "floats": (np.float32,)}.items():
            body += [f"    {array}[{i}] = {name}" for i, name in enumerate(self.of(*types))]
        for i, (extent, _) in enumerate(self.extents):
            body.append(f"    a{i} = cuda.local.array(({extent}, 1), np.int16)")
            body.append(f"    a{i}[0, 0] = {i}")
            body.append(f"    lengths[{i}] = a{i}.shape[0] * 2 + a{i}[0, 0]")
        signature = "void(int64[:], float64[:], float32[:], int64[:])"
        head = f'@cuda.jit("{signature}")\ndef k(ints, doubles, floats, lengths):\n'
        return HEAD + "\n".join(self.lines) + "\n\n\n" + head + "\n".join(body) + "\n"


def operand(rng: random.Random, values: dict[str, Any], most: float = math.inf) -> str:
    names = [name for name, value in values.items() if abs(float(value)) <= most]
    kind = rng.random()
    if names and kind < 0.6:
        return rng.choice(names)
    return rng.choice(INTS if kind < 0.85 and most == math.inf else FEW if kind < 0.85 else FLOATS)


def expression(rng: random.Random, values: dict[str, Any], depth: int) -> str:
    kind = rng.random()
    if depth == 0 or kind < 0.1:
        return operand(rng, values)
    left = expression(rng, values, depth - 1)
    if kind < 0.2:
        return rng.choice(["-", "~", "-"]) + f"({left})"
    if kind < 0.3:
        return f"{rng.choice(CALLS)}({left})"
    operator = rng.choice(OPERATORS)
    if operator in ("**", "<<"):  # of larger numbers it makes ints that no constant holds
        left = operand(rng, values, 2**15)
        right = rng.choice(["0", "1", "5", "31"] if operator == "<<" else ["2", "3", "4"])
    else:
        right = expression(rng, values, depth - 1)
    text = f"{left} {operator} {right}"
    return f"({text})" if rng.random() < 0.5 else text


def value_of(text: str, values: dict[str, Any]) -> Any:
    """What Python makes of the text; None where that is nothing that a constant can be."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a number that the type does not hold
        try:
            value = eval(text, dict(GLOBALS), dict(values))
        except (ArithmeticError, TypeError, ValueError, MemoryError, RuntimeWarning):
            return None
    if type(value) is int:
        return value if -(2**63) <= value < 2**63 else None
    is_number = type(value) in (float, np.float64, np.float32, np.int32, np.int64)
    return value if is_number and math.isfinite(value) else None


def constants(rng: random.Random, count: int) -> Constants:
    made = Constants([], {}, [])
    while len(made.values) < count:
        text = expression(rng, made.values, rng.choice([0, 1, 1, 2, 2, 3]))
        value = value_of(text, made.values)
        if value is None:
            continue
        name = f"C{len(made.values)}"
        made.lines.append(f"{name} = {text}")
        made.values[name] = value
        if type(value) is int and 0 < value < 2000:
            made.extents.append((text, value))
    return made
