"""Runs every row of the intrinsics tables for every type at edge values and at random ones.

Integers, conversions, `+ - * /`, sqrt, fma and special values agree bit for bit; other functions
are within 4 units in the last place of the correctly rounded result.
"""

from __future__ import annotations

import ctypes
import functools
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from intrinsics_program import (
    REPOSITORY,
    Row,
    build_folder,
    call,
    compile_cuda,
    compile_host,
    load_rows,
    source,
)
from intrinsics_reference import APPROXIMATE, BIT_EXACT, expected

ULPS = 4
THREADS = 4
PURE = 0
BUILTINS = ("builtins.divmod", "numpy.divmod", "math.frexp", "math.modf")
BITS = ("numba.cuda.clz", "numba.cuda.ffs", "numba.cuda.popc")

if not (build_folder() / "intrinsics_table").exists():
    pytest.skip("the test programs are not built", allow_module_level=True)

ROWS = load_rows()
GEOMETRY = {
    f"numba.cuda.{name}.{axis}": value
    for name, values in {
        "threadIdx": (1, 2, 3),
        "blockIdx": (4, 5, 6),
        "blockDim": (7, 8, 9),
        "gridDim": (10, 11, 12),
    }.items()
    for axis, value in zip("xyz", values, strict=True)
}
LANE = (1 + 7 * (2 + 8 * 3)) % 32
GEOMETRY |= {"numba.cuda.laneid": LANE, "numba.cuda.lanemask_lt": 2**LANE - 1}
GEOMETRY["numba.cuda.warpsize"] = 32
COMPUTED = [row for row in ROWS if row.effect == PURE and row.params]
ATOMICS = [row for row in ROWS if row.name.startswith("numba.cuda.atomic.")]


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("intrinsics") / "rows.cu"
    path.write_text(source(ROWS))
    return path


@pytest.fixture(scope="session", params=["g++", "clang++"])
def library(request: pytest.FixtureRequest, program: Path) -> Any:
    if shutil.which(request.param) is None:
        pytest.skip(f"no {request.param}")
    return ctypes.CDLL(str(compile_host(request.param, program.parent, program)))


def float_edges(dtype: np.dtype) -> list[float]:
    info = np.finfo(dtype)
    positive = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 10.0, 100.0, 1e6, 2.0**53, 1e22, float(info.max)]
    positive += [float(info.tiny), float(info.smallest_subnormal), float(info.eps), np.pi, np.inf]
    positive += [float(np.nextafter(dtype.type(1), dtype.type(0))), 2.0**63, 2.0**31]
    return positive + [-x for x in positive] + [np.nan]


def edges(name: str) -> np.ndarray:
    """The values of a type at which something may go wrong."""
    dtype = np.dtype(name)
    if dtype.kind == "b":
        return np.array([False, True])
    if dtype.kind == "f":
        return np.array(float_edges(dtype), dtype)
    info = np.iinfo(dtype)
    values = {0, 1, 2, 7, -1, -2, -7, info.min, info.min + 1, info.max, info.max - 1, info.max // 2}
    return np.array(sorted(v for v in values if info.min <= v <= info.max), dtype)


def random_values(name: str, count: int, seed: int) -> np.ndarray:
    """Bits of every kind, and for floats also numbers of ordinary size."""
    dtype, rng = np.dtype(name), np.random.default_rng(seed)
    if dtype.kind == "b":
        return rng.integers(0, 2, count).astype(bool)
    raw = np.frombuffer(rng.bytes(count * dtype.itemsize), dtype).copy()
    if dtype.kind == "f":
        ordinary = rng.normal(0, 4, count).astype(dtype)
        raw = np.where(rng.integers(0, 4, count) == 0, raw, ordinary)
    return raw


def inputs(row: Row) -> list[np.ndarray]:
    """Arguments for a row: all combinations of edges, then random ones."""
    columns = [edges(param) for param in row.params]
    if len(columns) > 2:
        columns = [column[:: max(1, len(column) // 12)] for column in columns]
    count = 300 if len(columns) == 1 else 600
    grid = [np.ravel(a) for a in np.meshgrid(*columns, indexing="ij")]
    if row.name == "builtins.round" and len(grid) == 2:
        grid[1] = grid[1] % 60 - 30  # digits that mean something
    extra = [random_values(param, count, i + 1) for i, param in enumerate(row.params)]
    if row.name == "builtins.round" and len(grid) == 2:
        extra[1] = extra[1] % 40 - 20
    return [
        np.ascontiguousarray(np.concatenate([a, b.astype(a.dtype)]))
        for a, b in zip(grid, extra, strict=True)
    ]


@functools.cache
def case(row: Row) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Arguments for a row and what it gives; computed once for all compilers."""
    args = inputs(row)
    return args, expected(row, args)


def ulps_between(actual: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """How many floats lie between two; 0 for equal ones and for two NaNs."""
    kind = np.dtype(f"i{actual.dtype.itemsize}")
    a, b = (np.abs(x).view(kind).astype(object) for x in (actual, wanted))
    a, b = (np.where(np.signbit(x), -n, n) for x, n in ((actual, a), (wanted, b)))
    distance = np.abs(a - b).astype(np.float64)
    one_nan = np.isnan(actual) != np.isnan(wanted)
    return np.where(one_nan, np.inf, np.where(np.isnan(actual), 0, distance))


def wrong(row: Row, actual: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Where a result is not what it must be."""
    if actual.dtype.kind != "f":
        return actual != wanted
    is_exact = row.name not in APPROXIMATE or not np.isfinite(wanted).any()
    distance = ulps_between(actual, wanted)
    is_zero_of_either_sign = row.text.startswith(("fmax", "fmin"))
    bound = np.where(np.isfinite(wanted) & (not is_exact), ULPS, 0)
    bad = distance > bound
    if not is_zero_of_either_sign:
        bad |= (wanted == 0) & (actual == 0) & (np.signbit(wanted) != np.signbit(actual))
    else:
        bad &= ~((wanted == 0) & (actual == 0))
    return bad


def report(row: Row, args: list[np.ndarray], actual: np.ndarray, wanted: np.ndarray) -> str:
    bad = wrong(row, actual, wanted)
    lines = [f"{row.label}: {row.text}: {int(bad.sum())} of {len(bad)} results are wrong"]
    for i in np.flatnonzero(bad)[:8]:
        values = ", ".join(repr(a[i]) for a in args)
        lines.append(f"  f({values}) gives {actual[i]!r} instead of {wanted[i]!r}")
    return "\n".join(lines)


def test_every_row_has_a_reference() -> None:
    known = {*BIT_EXACT, *APPROXIMATE, *BUILTINS, *BITS}
    assert {row.name for row in COMPUTED} <= known
    assert known <= {row.name for row in COMPUTED}


def test_every_row_with_an_effect_is_in_a_script_that_runs() -> None:
    """Barriers, fences and their kin have no value to compare: kernels use them."""
    folders = (REPOSITORY / "testdata" / "run", REPOSITORY / "testdata" / "examples")
    scripts = [path.read_text() for folder in folders for path in folder.glob("*.py")]
    called = {row.name for row in ROWS if row.effect != PURE and not row.place}
    words = {name: f".{name.rpartition('.')[2]}(" for name in called}
    unused = [name for name, word in words.items() if not any(word in one for one in scripts)]
    assert not unused, f"no script calls {sorted(unused)}"


def test_nvcc_takes_every_row(program: Path) -> None:
    if shutil.which("nvcc") is None:
        pytest.skip("no nvcc")
    assert compile_cuda(program.parent, program).stat().st_size > 0


@pytest.mark.parametrize("name", sorted({row.name for row in COMPUTED}))
def test_values(library: Any, name: str) -> None:
    problems = []
    for row in (r for r in COMPUTED if r.name == name):
        args, results = case(row)
        actual = call(library, row, args, len(args[0]))
        for got, wanted in zip(actual, results, strict=True):
            if wrong(row, got, wanted).any():
                problems.append(report(row, args, got, wanted))
    assert not problems, "\n" + "\n".join(problems)


def test_geometry(library: Any) -> None:
    found = {
        row.name: int(call(library, row, [], 1)[0][0])
        for row in ROWS
        if not row.params and row.effect == PURE
    }
    assert found == GEOMETRY
