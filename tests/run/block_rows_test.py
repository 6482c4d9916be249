"""Kernels without barriers on the CPU: rows of threads and fibers give the same bytes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import harness
import numpy as np
import pycu
import pytest
from harness import REPOSITORY

SOURCE = REPOSITORY / "testdata" / "regions" / "rows.py"
NAMES = [
    (name, shape)
    for shape, name in re.findall(
        r"@cuda\.jit\((LINE|PLANE|SPACE)\)\ndef (\w+)", SOURCE.read_text()
    )
]
SHAPES = {"LINE": (1000,), "PLANE": (37, 61), "SPACE": (9, 11, 23)}
GRIDS: dict[str, list[tuple[Any, Any]]] = {
    "LINE": [(32, 32), (11, 96), (1, 1), (3, 7), (1, 1000), ((2, 3), (5, 2)), (40, 1)],
    "PLANE": [((5, 8), (8, 8)), ((3, 3), (32, 32)), ((2, 5), (3, 4)), (1, (64, 16))],
    "SPACE": [((6, 3, 3), (4, 4, 4)), ((1, 1, 1), (32, 8, 4)), ((3, 6, 12), (8, 2, 2))],
}
# How rows lie, whether their threads are proven to be apart, and whether they go through blocks.
ROWS = {
    "guard_of_size": "x, long",
    "no_guard": "x, long",
    "returns_early": "x, long",
    "both_sides": "x, long",
    "turned_around": "x",
    "nested_guards": "x, long",
    "odd_guards": "x, long",
    "same_array": "x",
    "guard_reads_what_is_written": "x",
    "own_parameter": "x, long",
    "place_in_block": "x, apart",
    "block_is_asked": "x, apart",
    "grid_stride": "x, long",
    "stride_behind_guard": "x, long",
    "stride_to_parameter": "x, long",
    "near_y": "y, long",
    "near_x": "x, long",
    "turned_plane": "x, long",
    "above_diagonal": "y, long",
    "sweeps": "x",
    "small_loop": "y, apart",
    "seven": "x, long",
    "near_z": "z, long",
}
# Threads or blocks of these meet: what they leave hangs on who is first.
MEETING = {"turned_around", "same_array", "guard_reads_what_is_written", "stride_meets", "sweeps"}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("rows")
    assert not harness.build_each([SOURCE], folder)
    return folder


@pytest.fixture(scope="module")
def kernels(out: Path) -> Any:
    return pycu.load(out / "rows.json")


def rows_in(folder: Path) -> dict[str, str]:
    """What rows_cpu.cuh has in loops over rows."""
    launch = (folder / "rows_launch.cuh").read_text()
    text = (folder / "rows_cpu.cuh").read_text()
    found = {}
    for name, body in re.findall(r"PYCU_KERNEL void (\w+)\(.*?\n\{\n(.*?)\n\}\n", text, re.DOTALL):
        axis = re.search(r"PYCU_ROWS\((.)\)", body)
        assert axis is not None
        is_long = re.search(rf"PYCU_LONG_ROWS_OF\(rows, {name}, {axis[1]}\)", launch)
        apart = ", apart" if "PYCU_ALONG_APART" in body else ""
        found[name] = axis[1] + (", long" if is_long else apart)
    return found


def test_rows_are_the_expected_ones(out: Path) -> None:
    assert rows_in(out) == ROWS


@pytest.mark.parametrize("workers", ["1", "3"])
@pytest.mark.parametrize(("name", "shape"), NAMES)
def test_engines_agree(
    kernels: Any, name: str, shape: str, workers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if workers != "1" and name in MEETING | {"counts_in_bins", "place_in_block"}:
        pytest.skip("blocks meet")
    monkeypatch.setenv("PYCU_WORKERS", workers)
    extents = SHAPES[shape]
    x = np.random.default_rng(7).random(extents, np.float32)
    for grid, block in GRIDS[shape]:
        if name == "no_guard" and np.prod(grid) * np.prod(block) > x.size:
            continue
        for n in (0, 1, 4, 33):
            results = []
            for chosen in ("fibers", "", "fibers", ""):
                monkeypatch.setenv("PYCU_ENGINE", chosen)
                result = np.full(extents, 0.25, np.float32)
                if name == "turned_plane":
                    result = np.full(extents[::-1], 0.25, np.float32)
                kernels[name][grid, block](x, result, np.int32(n))
                results.append(result)
                assert results[0].tobytes() == result.tobytes(), (chosen, grid, block, n)


def test_strided_and_overlapping_arrays_take_the_other_entry(kernels: Any) -> None:
    memory = np.random.default_rng(9).random(2001, np.float32) / np.float32(4)
    whole, shifted = memory.copy(), memory[:1001].copy()
    kernels["same_array"][32, 32](memory[:2000:2], whole[:2000:2], np.int32(0))
    expected = memory.copy()
    for i in range(1, 999):
        expected[2 * i] = expected[2 * i - 2] + memory[2 * i]
    assert (whole == expected).all()
    kernels["guard_of_size"][32, 32](shifted[:1000], shifted[1:1001], np.int32(0))
    for i in range(1000):
        memory[i + 1] += memory[i] * np.float32(0.5)
    assert shifted.tobytes() == memory[:1001].tobytes()


def test_something_is_written(kernels: Any) -> None:
    """So that the comparison above says something."""
    for name, shape in NAMES:
        extents = SHAPES[shape]
        x = np.random.default_rng(8).random(extents, np.float32)
        result = np.full(extents[::-1] if name == "turned_plane" else extents, 0.25, np.float32)
        grid, block = GRIDS[shape][0]
        kernels[name][31 if name == "no_guard" else grid, block](x, result, np.int32(4))
        assert (result != np.float32(0.25)).any(), name
