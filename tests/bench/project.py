#!/usr/bin/env python3
"""Writes a project of many files, in which few have to do with the kernels of one.

    tests/bench/project.py FOLDER [FILES [LINES]]

A package of subpackages with an `__init__.py` each, tests and scripts: classes, dataclasses, NumPy,
files, argparse. `lab/core/kernels.py` has the kernels; five modules launch them, three scripts and
two tests make objects of those. All others import each other, and a third of them the package that
has one of the five.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

KERNELS = '''\
"""The kernels of the project."""

import math

from numba import cuda

from lab.core.constants import DECAY, RADIUS


@cuda.jit(device=True)
def weight(x):
    return math.exp(-x * x / RADIUS)


@cuda.jit
def fade(field):
    i, j = cuda.grid(2)
    if i < field.shape[0] and j < field.shape[1]:
        field[i, j] *= DECAY


@cuda.jit
def blur(source, target, steps):
    i, j = cuda.grid(2)
    if 0 < i < source.shape[0] - 1 and 0 < j < source.shape[1] - 1:
        total = source[i, j]
        for k in range(steps):
            total += weight(source[i - 1, j] - source[i + 1, j]) * k
        target[i, j] = total
'''

CONSTANTS = '''\
"""Numbers that all parts share."""

import numpy as np

DTYPE = np.float32
RADIUS = np.float32(1.5)
DECAY = np.float32(0.99)
'''

# A module that launches, and makes its arrays itself.
USER = """\


class Field{k}:
    def __init__(self, rows, columns):
        self.values = cuda.to_device(np.ones((rows, columns), DTYPE))
        self.out = cuda.to_device(np.zeros((rows, columns), {dtype}))

    def run(self, steps):
        for _ in range(steps):
            kernels.fade[(8, 8), (16, 16)](self.values)
            kernels.blur[(8, 8), (16, 16)](self.values, self.out, steps)
        return self.out.copy_to_host()
"""

HEAD = '''\
"""Part {k} of {package}: {topic}."""

from __future__ import annotations

import json
import logging
import os
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

{imports}

log = logging.getLogger(__name__)
'''

# 68 lines of what such modules have.
PART = '''

DEFAULTS_{k} = {{
    "rate": {rate},
    "names": ["alpha", "beta", "gamma"],
    "limits": (0, {limit}),
    "nested": {{"depth": {limit}, "on": True}},
}}


@dataclass
class Settings{k}:
    """What a run of step {k} needs."""

    rate: float = {rate}
    limit: int = {limit}
    names: list[str] = field(default_factory=list)
    folder: Path = Path("out")

    def scaled(self, factor: float) -> Settings{k}:
        return Settings{k}(self.rate * factor, self.limit, list(self.names), self.folder)


class Step{k}:
    """Reads, filters and keeps values."""

    def __init__(self, settings: Settings{k} | None = None, *, verbose: bool = False):
        self.settings = settings or Settings{k}()
        self.values = np.zeros(self.settings.limit, dtype=np.float64)
        self.history: list[dict[str, float]] = []
        self.verbose = verbose

    def load(self, path: str) -> int:
        with open(path) as file:
            for number, line in enumerate(file):
                if not line.strip() or line.startswith("#"):
                    continue
                name, _, text = line.partition("=")
                self.history.append({{name.strip(): float(text)}})
                if self.verbose and number % 100 == 0:
                    log.info("read %d lines of %s", number, path)
        return len(self.history)

    def filtered(self, low: float, high: float) -> np.ndarray:
        kept = (self.values > low) & (self.values < high)
        if not kept.any():
            raise ValueError(f"nothing between {{low}} and {{high}}")
        return self.values[kept] * self.settings.rate

    def save(self, folder: str) -> None:
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "step_{k}.json"), "w") as file:
            json.dump({{"rate": self.settings.rate, "rows": self.history}}, file, indent=2)


def combine_{k}(steps, weights=None, *, total={limit}):
    """The weighted sum of the steps' values."""
    weights = np.ones(len(steps)) if weights is None else np.asarray(weights)
    result = np.zeros(total)
    for step, weight in zip(steps, weights):
        part = step.filtered(-1.0, 1.0)
        result[: part.size] += weight * part[:total]
    kept = [step for step in steps if step.history]
    return {{"result": result, "mean": float(result.mean()), "kept": kept}}
'''

SCRIPT = '''\
"""Runs a simulation."""

import argparse

from lab.physics.user_{k} import Field{k}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=128)
    args = parser.parse_args()
    print(Field{k}(args.rows, 64).run(10).sum())


if __name__ == "__main__":
    main()
'''

PACKAGES = ("core", "physics", "analysis", "io", "plots", "models", "tools", "server")


def module(k: int, package: str, imports: list[str], parts: int) -> str:
    head = HEAD.format(k=k, package=package, topic="steps and filters", imports="\n".join(imports))
    body = (
        PART.format(k=f"{k}_{part}", rate=(k + part) / 7, limit=64 + k + part)
        for part in range(parts)
    )
    return head + "".join(body)


def write(folder: Path, files: int = 300, lines: int = 100_000) -> Path:
    """Writes a project of about so many files and lines; the result is its file of kernels."""
    rng = random.Random(5)
    lab = folder / "lab"
    texts: dict[Path, str] = {folder / "pyproject.toml": '[project]\nname = "lab"\n'}
    for package in PACKAGES:
        texts[lab / package / "__init__.py"] = f'"""The {package} of lab."""\n'
    texts[lab / "__init__.py"] = "from lab.physics.user_0 import Field0\n"
    texts[lab / "core" / "kernels.py"] = KERNELS
    texts[lab / "core" / "constants.py"] = CONSTANTS
    for k in range(5):
        dtype = "DTYPE" if k < 4 else "np.float64"
        imports = ["from numba import cuda", "from lab.core import kernels"]
        imports.append("from lab.core.constants import DTYPE")
        text = module(1000 + k, "physics", imports, 3) + USER.format(k=k, dtype=dtype)
        texts[lab / "physics" / f"user_{k}.py"] = text
    for k in range(3):
        texts[folder / "scripts" / f"run_{k}.py"] = SCRIPT.format(k=k)
    for k in (3, 4):
        texts[folder / "tests" / f"field_{k}_test.py"] = (
            f"from lab.physics.user_{k} import Field{k}\n\n\n"
            f"def test_it():\n    assert Field{k}(16, 8).run(2).shape == (16, 8)\n"
        )
    rest = files + 1 - len(texts)
    written = sum(text.count("\n") for text in texts.values())
    parts = max(1, round((lines - written) / rest / PART.count("\n")))
    names: list[tuple[str, int]] = []
    for k in range(rest):
        package = PACKAGES[1 + k % (len(PACKAGES) - 1)]
        imports = ["from lab.core.constants import DTYPE"] if k % 4 == 0 else []
        for other, number in rng.sample(names, min(3, len(names))):
            imports.append(f"from lab.{other}.part_{number} import Step{number}_0")
        imports += ["import lab"] if k % 3 == 0 else []
        texts[lab / package / f"part_{k}.py"] = module(k, package, imports, parts)
        names.append((package, k))
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return lab / "core" / "kernels.py"


if __name__ == "__main__":
    print(write(Path(sys.argv[1]), *map(int, sys.argv[2:])))
