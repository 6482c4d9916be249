"""Constants that are set by means of others have Python's values, however their text is written.

PYCU_FUZZ_FORMULAS is how many modules are tried, each of 150 constants.
"""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import formulas
import harness
import numpy as np
import pycu
import pytest

MODULES = int(os.environ.get("PYCU_FUZZ_FORMULAS", "2"))
SEED = int(os.environ.get("PYCU_FUZZ_SEED", "1"))
FORMULA = re.compile(r"^static constexpr \w+ \w+ = .*[A-Za-z(].* ?[-+*/%&|^<>].*;$", re.M)


@pytest.fixture(scope="module")
def made() -> list[formulas.Constants]:
    return [formulas.constants(random.Random(f"{SEED} {i}"), 150) for i in range(MODULES)]


@pytest.fixture(scope="module", params=["plain", "debug"])
def built(
    request: pytest.FixtureRequest,
    made: list[formulas.Constants],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    folder = tmp_path_factory.mktemp("formulas")
    sources = []
    for i, one in enumerate(made):
        sources.append(folder / f"formulas_{i}.py")
        sources[-1].write_text(one.text())
    options = ["--debug"] if request.param == "debug" else []
    failed = harness.build_each(sources, folder / "out", *options)
    assert not failed, failed
    return folder / "out"


@pytest.mark.parametrize("index", range(MODULES))
def test_values(built: Path, made: list[formulas.Constants], index: int) -> None:
    one = made[index]
    module = pycu.load(built / f"formulas_{index}.json")
    ints = one.of(int, np.int32, np.int64)
    doubles = one.of(float, np.float64)
    floats = one.of(np.float32)
    got = [
        np.zeros(len(ints), np.int64),
        np.zeros(len(doubles), np.float64),
        np.zeros(len(floats) + 1, np.float32),
        np.zeros(len(one.extents), np.int64),
    ]
    module.k[1, 1](*got)
    for names, results in ((ints, got[0]), (doubles, got[1]), (floats, got[2])):
        for name, result in zip(names, results, strict=False):
            wanted = results.dtype.type(one.values[name])
            assert result.tobytes() == wanted.tobytes(), one.lines[int(name[1:])]
    assert got[3].tolist() == [
        2 * n + np.int8(i & 255).item() for i, (_, n) in enumerate(one.extents)
    ]


def test_many_are_written_as_they_were(built: Path, made: list[formulas.Constants]) -> None:
    for i, one in enumerate(made):
        text = (built / f"formulas_{i}.cu").read_text()
        assert len(FORMULA.findall(text)) > len(one.values) / 8
