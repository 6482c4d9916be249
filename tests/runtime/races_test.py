"""`--debug` on the CPU target finds races, whatever the order of threads, and no others."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import harness
import numpy as np
import pycu
import pytest
from harness import REPOSITORY

SOURCE = REPOSITORY / "testdata" / "debug" / "races.py"
LINES = SOURCE.read_text().splitlines()
NAME = "testdata/debug/races.py"

PARTICLE = np.dtype([("x", np.float32), ("y", np.float32)], align=True)


def ints(n: int = 1) -> np.ndarray:
    return np.zeros(n, np.int32)


def floats(n: int = 64) -> np.ndarray:
    return np.arange(1, n + 1, dtype=np.float32)


@dataclass(frozen=True)
class Race:
    """A launch, and who is told to have touched what when it is bad: here, and before."""

    kernel: str
    values: Callable[[], list[Any]]
    grid: int
    block: int
    what: str
    before: str
    here: str


RACES = [
    Race("counter", lambda: [ints()], 2, 32, "count[0] is written here and written",
         "block (0,0,0) thread (0,0,0)", "block (0,0,0) thread (1,0,0)"),
    Race("missing_barrier", lambda: [floats(), floats()], 1, 64,
         "tile[0] is read here and written",
         "block (0,0,0) thread (0,0,0)", "block (0,0,0) thread (1,0,0)"),
    Race("late_barrier", lambda: [floats()], 1, 64, "tile[1] is written here and read",
         "block (0,0,0) thread (0,0,0)", "block (0,0,0) thread (1,0,0)"),
    Race("last_block", lambda: [floats(8), floats(8), ints()], 8, 32,
         "partial[0] is read here and written",
         "block (0,0,0) thread (0,0,0)", "block (7,0,0) thread (0,0,0)"),
    Race("locked", lambda: [ints(), ints()], 4, 32, "total[0] is written here and written",
         "block (0,0,0) thread (0,0,0)", "block (0,0,0) thread (1,0,0)"),
    Race("same_flag", lambda: [ints()], 3, 32, "flag[0] is written here and written",
         "block (0,0,0) thread (0,0,0)", "block (0,0,0) thread (1,0,0)"),
    Race("neighbours", lambda: [ints(100), ints(100)], 4, 32, "cells[1] is written here and read",
         "block (0,0,0) thread (0,0,0)", "block (0,0,0) thread (1,0,0)"),
    Race("mixed", lambda: [ints(40)], 1, 32, "count[0] is written here and read",
         "block (0,0,0) thread (0,0,0)", "block (0,0,0) thread (1,0,0)"),
    Race("small", lambda: [np.zeros(64, np.uint8)], 2, 32, "cells[0] is written here and written",
         "block (0,0,0) thread (0,0,0)", "block (0,0,0) thread (1,0,0)"),
    Race("fields", lambda: [np.zeros(16, PARTICLE)], 1, 32, "p.x is written here and written",
         "block (0,0,0) thread (0,0,0)", "block (0,0,0) thread (1,0,0)"),
]  # fmt: skip


@pytest.fixture(scope="session")
def module(tmp_path_factory: pytest.TempPathFactory) -> Any:
    out = tmp_path_factory.mktemp("races")
    harness.build([SOURCE.relative_to(REPOSITORY)], out, "--debug")
    return pycu.load(out / "races.json")


@pytest.fixture(
    params=[f"{engine}-{workers}" for engine in ("loops", "fibers") for workers in (1, 4)]
)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    name, workers = request.param.split("-")
    monkeypatch.setenv("PYCU_ENGINE", name)
    monkeypatch.setenv("PYCU_WORKERS", workers)


def line_of(comment: str) -> int:
    [line] = [n for n, text in enumerate(LINES, 1) if re.search(rf"# (.*, )?{comment}(,|$)", text)]
    return line


def launch(module: Any, race: Race, bad: int) -> list[Any]:
    values = race.values()
    module[race.kernel][race.grid, race.block](*values, bad)
    return values


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("race", RACES, ids=lambda race: race.kernel)
def test_races(module: Any, race: Race) -> None:
    launch(module, race, 0)
    with pytest.raises(pycu.RaceError) as caught:
        launch(module, race, 1)
    here, before = line_of(race.kernel), line_of(f"first of {race.kernel}")
    if race.kernel == "mixed":
        here, before = before, here
    assert str(caught.value) == (
        f"{NAME}:{here}: RaceError: {race.what} by {race.before} at {NAME}:{before}, "
        f"with no barrier or atomic between, {race.here}"
    )
    launch(module, race, 0)


def test_every_kernel_races(module: Any) -> None:
    assert {race.kernel for race in RACES} == set(module)


def test_sound_results(module: Any) -> None:
    """What the checks watch is computed all the same."""
    assert launch(module, RACES[0], 0)[0][0] == 64
    assert launch(module, RACES[2], 0)[0][0] == 64 * 65 / 2
    assert launch(module, RACES[3], 0)[0][0] == 36
    assert launch(module, RACES[4], 0)[1][0] == 128


def test_without(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYCU_RACES", "0")
    assert launch(module, RACES[0], 1)[0][0] == 64
    with pytest.raises(IndexError):
        module.counter[1, 1](ints(0), 0)
