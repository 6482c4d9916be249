"""Every row of the tables whose lanes meet, for every type, on whole warps and parts of them.

A kernel is written for each family and type, run on the CPU target and, as nvcc compiles it, by the
interpreter; both are compared with what the row means, written down here.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cuda_target
import harness
import numpy as np
import pycu
import pytest
from intrinsics_program import Row, build_folder, load_rows

if not (build_folder() / "intrinsics_table").exists():
    pytest.skip("the test programs are not built", allow_module_level=True)

WARP = 4  # the effect of operations at which lanes meet
WITHOUT_VALUE = ("numba.cuda.activemask", "numba.cuda.syncwarp")
# of a row that is there with its result and with the type of its text, the result
ROWS = [
    row
    for row in {(row.name, row.params): row for row in reversed(load_rows())}.values()
    if row.effect == WARP and row.name not in WITHOUT_VALUE
]
# the lanes that call, and the threads of the block
PARTS = {"whole": (0xFFFFFFFF, 64), "odd": (0x55555555, 64), "short": (0xFFFFFFFF, 40)}


def group_of(row: Row) -> str:
    """The rows of one family and type share a kernel: `shfl_float32`."""
    return f"{row.name.rpartition('.')[2].partition('_')[0]}_{row.params[1]}"


GROUPS: dict[str, list[Row]] = {}
for one in ROWS:
    GROUPS.setdefault(group_of(one), []).append(one)


def result_names(rows: list[Row]) -> list[list[str]]:
    return [[f"out{n}_{k}" for k in range(len(row.results))] for n, row in enumerate(rows)]


def kernel(group: str) -> str:
    """A kernel that calls the group's rows where its lane is in the mask."""
    rows = GROUPS[group]
    value = rows[0].params[1]
    results = [f"{one}[::1]" for row in rows for one in row.results]
    signature = ", ".join(["uint32", f"{value}[::1]", "int32[::1]", *results])
    names = result_names(rows)
    params = ", ".join(name for row in names for name in row)
    lines = [
        f'\n\n@cuda.jit("void({signature})")',
        f"def {group}(mask, x, by, {params}):",
        "    i = cuda.threadIdx.x",
        "    if mask >> (i % 32) & 1:",
    ]
    for row, outs in zip(rows, names, strict=True):
        lane = ", by[i]" if len(row.params) == 3 else ""
        stored = ", ".join(f"{name}[i]" for name in outs)
        lines.append(f"        {stored} = {row.name.removeprefix('numba.')}(mask, x[i]{lane})")
    return "\n".join(lines) + "\n"


def shuffled(source: Callable[[int, int], int]) -> Callable[..., list[Any]]:
    def meaning(lanes: list[int], x: np.ndarray, by: np.ndarray) -> list[Any]:
        result = {}
        for lane in lanes:
            place = source(lane, int(by[lane]) % 32)
            inside = 0 <= place < 32 and place in lanes
            result[lane] = (x[place if inside else lane],)
        return [result]

    return meaning


def voted(result: Callable[[int, int], int]) -> Callable[..., list[Any]]:
    def meaning(lanes: list[int], x: np.ndarray, by: np.ndarray) -> list[Any]:
        members = sum(1 << lane for lane in lanes)
        holds = sum(1 << lane for lane in lanes if x[lane])
        return [{lane: (result(holds, members),) for lane in lanes}]

    return meaning


def equal(lanes: list[int], x: np.ndarray, lane: int) -> int:
    return sum(1 << other for other in lanes if x[other].tobytes() == x[lane].tobytes())


def match_any(lanes: list[int], x: np.ndarray, by: np.ndarray) -> list[Any]:
    return [{lane: (signed(equal(lanes, x, lane)),) for lane in lanes}]


def match_all(lanes: list[int], x: np.ndarray, by: np.ndarray) -> list[Any]:
    members = sum(1 << lane for lane in lanes)
    same = equal(lanes, x, lanes[0]) == members
    return [{lane: (signed(members) if same else 0, same) for lane in lanes}]


def signed(bits: int) -> int:
    return bits - 2**32 if bits >> 31 else bits


MEANINGS: dict[str, Callable[..., list[Any]]] = {
    "shfl_sync": shuffled(lambda lane, by: by),
    "shfl_up_sync": shuffled(lambda lane, by: lane - by),
    "shfl_down_sync": shuffled(lambda lane, by: lane + by),
    "shfl_xor_sync": shuffled(lambda lane, by: lane ^ by),
    "all_sync": voted(lambda holds, members: holds == members),
    "any_sync": voted(lambda holds, members: holds != 0),
    "eq_sync": voted(lambda holds, members: holds in (0, members)),
    "ballot_sync": voted(lambda holds, members: signed(holds)),
    "match_any_sync": match_any,
    "match_all_sync": match_all,
}


def values(dtype: np.dtype, case: int, count: int) -> np.ndarray:
    """Bits of all kinds, few different values, or one alone."""
    rng = np.random.default_rng(case)
    if case == 1:
        return rng.integers(0, 2, count).astype(dtype)
    if case == 2:
        return np.full(count, 1, dtype)
    if dtype.kind == "b":
        return np.zeros(count, dtype)
    raw = np.frombuffer(rng.bytes(count * dtype.itemsize), dtype).copy()
    return np.where(raw == raw, raw, dtype.type(2))  # the payload of a NaN may change


def steps(count: int) -> np.ndarray:
    """Lanes for a shuffle, the same in both lanes of a pair, so that sources are often there."""
    return (np.arange(count, dtype=np.int32) * 7 % 40 // 2 * 2).astype(np.int32)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("warp_rows") / "warp_rows.py"
    path.write_text("from numba import cuda\n" + "".join(map(kernel, GROUPS)), encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=["cpu", "cuda"])
def module(request: pytest.FixtureRequest, source: Path) -> Any:
    out = source.parent / request.param
    if request.param == "cpu":
        harness.build([source], out)
    else:
        nvcc = cuda_target.needs_nvcc()
        cuda_target.standin().ptx_reset()
        cuda_target.build(nvcc, [source], out)
    return pycu.load(out / "warp_rows.json")


def test_every_row_has_a_meaning() -> None:
    assert {row.name.rpartition(".")[2] for row in ROWS} == set(MEANINGS)


def wanted(row: Row, mask: int, x: np.ndarray, by: np.ndarray) -> list[np.ndarray]:
    """What each thread must get from a row; lanes outside of the mask keep their zeros."""
    results = [np.zeros(len(x), one) for one in row.results]
    meaning = MEANINGS[row.name.rpartition(".")[2]]
    for first in range(0, len(x), 32):
        lanes = [k for k in range(min(32, len(x) - first)) if mask >> k & 1]
        (found,) = meaning(lanes, x[first : first + 32], by[first : first + 32])
        for lane, items in found.items():
            for out, item in zip(results, items, strict=True):
                out[first + lane] = item
    return results


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("group", GROUPS)
def test_rows(module: Any, group: str, part: str) -> None:
    mask, threads = PARTS[part]
    rows = GROUPS[group]
    for case in range(3):
        x, by = values(np.dtype(rows[0].params[1]), case, threads), steps(threads)
        outs = [[np.zeros(threads, one) for one in row.results] for row in rows]
        module[group][1, threads](np.uint32(mask), x, by, *itertools.chain(*outs))
        for row, found in zip(rows, outs, strict=True):
            for out, expected in zip(found, wanted(row, mask, x, by), strict=True):
                assert (out == expected).all(), f"{row.label}, {part}, case {case}"
