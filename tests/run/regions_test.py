"""Kernels whose threads meet, on the CPU: loops over a block's threads and fibers give the same
bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import harness
import numpy as np
import pycu
import pytest
from harness import REPOSITORY

SOURCE = REPOSITORY / "testdata" / "regions" / "barriers.py"
WARPS = REPOSITORY / "testdata" / "regions" / "warps.py"

LINE = [(1, 64), (1, 96), (1, 37), (1, 1), (3, 50)]
BLOCKS: dict[str, list[tuple[Any, Any]]] = {
    "two_axes": [(1, (16, 16)), (1, (5, 7)), (1, (1, 3))],
    "three_axes": [(1, (4, 4, 4)), (2, (3, 5, 2)), (1, (1, 1, 9))],
    "tiles": [(1, (8, 8)), ((2, 2), (8, 8))],
    "leave_all": [(1, 32), (2, 5)],
    "shuffled": [(1, 64)],
}
FIBERS = {
    "divergent",
    "divergent_loop",
    "divergent_break",
    "from_memory",
    "waiting_function",
    "voted",
    "atomics_running_on",
    "no_step",
    "step_of_zero",
}
# Of warps.py: what meets in some lanes, in functions, or where it is not known how often.
OF_LANES = {
    "part_of_mask",
    "lanes_part",
    "called_meeting",
    "matching",
    "vote_in_loop",
    "needed_vote",
    "loop_of_a_warp",
}
WARP_BLOCKS = [(1, 64), (3, 96), (2, 37), (1, 1), (2, 160), (1, 1024), (1, (16, 6)), (2, (5, 3, 4))]


def names_in(source: Path) -> list[str]:
    lines = source.read_text().splitlines()
    return [
        line.split("(")[0].removeprefix("def ")
        for mark, line in zip(lines, lines[1:])
        if mark == "@cuda.jit(SIG)"
    ]


NAMES = names_in(SOURCE)


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Any:
    out: Path = tmp_path_factory.mktemp("regions")
    assert not harness.build_each([SOURCE], out)
    return pycu.load(out / "barriers.json")


@pytest.fixture(scope="module")
def warps(tmp_path_factory: pytest.TempPathFactory) -> Any:
    out: Path = tmp_path_factory.mktemp("warps")
    assert not harness.build_each([WARPS], out)
    return pycu.load(out / "warps.json")


def engine(kernel: Any) -> str:
    return kernel._info.specialisations[0].engine


@pytest.mark.parametrize("name", NAMES)
def test_engine_is_the_expected_one(kernels: Any, name: str) -> None:
    assert engine(kernels[name]) == ("fibers" if name in FIBERS else "regions")


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_engines_agree(kernels: Any, name: str, step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one worker, since blocks that write one element race otherwise."""
    monkeypatch.setenv("PYCU_WORKERS", "1")
    x = np.random.default_rng(7).random(1024 * step, np.float32)[::step]
    for grid, block in BLOCKS.get(name, LINE):
        for n in (0, 1, 4, 33):
            results = {}
            for chosen in ("fibers", "", "fibers", ""):
                monkeypatch.setenv("PYCU_ENGINE", chosen)
                out = np.zeros(1024 * step, np.float32)
                kernels[name][grid, block, 0, 4 * 1024](x, out[::step], np.int32(n))
                results.setdefault(chosen, out)
                assert results["fibers"].tobytes() == out.tobytes(), (chosen, grid, block, n)


def test_at_least_one_element_is_written(kernels: Any) -> None:
    """So that the comparison above says something."""
    x = np.random.default_rng(8).random(1024, np.float32)
    for name in set(NAMES) - {"leave_all"}:
        grid, block = BLOCKS.get(name, LINE)[0]
        out = np.zeros(1024, np.float32)
        kernels[name][grid, block, 0, 4 * 1024](x, out, np.int32(4))
        assert out.any(), name


@pytest.mark.parametrize("name", names_in(WARPS))
def test_engine_of_warps_is_the_expected_one(warps: Any, name: str) -> None:
    assert engine(warps[name]) == ("warps" if name in OF_LANES else "regions")


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("name", names_in(WARPS))
def test_warps_agree(warps: Any, name: str, step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of more rows than one take fibers where a warp is known by threadIdx.x."""
    monkeypatch.setenv("PYCU_WORKERS", "1")
    x = np.random.default_rng(11).random(1024 * step, np.float32)[::step]
    written = False
    for grid, block in WARP_BLOCKS:
        for n in (0, 1, 4, 33):
            results = []
            for chosen in ("fibers", "", "fibers", ""):
                monkeypatch.setenv("PYCU_ENGINE", chosen)
                out = np.zeros(1024 * step, np.float32)
                warps[name][grid, block](x, out[::step], np.int32(n))
                results.append(out)
                assert results[0].tobytes() == out.tobytes(), (chosen, grid, block, n)
            written = written or bool(results[0].any())
    assert written
