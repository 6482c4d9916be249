"""Atomic operations: what one of them does to a place, and exact totals under contention."""

from __future__ import annotations

import ctypes
import math
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from intrinsics_program import Row, build_folder, call, compile_host, load_rows, pointer, source
from intrinsics_reference import wrapped
from intrinsics_values_test import edges, random_values

if not (build_folder() / "intrinsics_table").exists():
    pytest.skip("the test programs are not built", allow_module_level=True)

ROWS = [row for row in load_rows() if row.name.startswith("numba.cuda.atomic.")]
THREADS, PER_THREAD = 4, 5000


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    if shutil.which("g++") is None:
        pytest.skip("no g++")
    path = Path(tmp_path_factory.mktemp("atomics")) / "rows.cu"
    path.write_text(source(ROWS))
    return ctypes.CDLL(str(compile_host("g++", path.parent, path)))


def operation(row: Row) -> str:
    return row.name.rpartition(".")[2]


def largest(old: Any, value: Any) -> Any:
    """atomic.max: a NaN on either side leaves the place as it is."""
    return value if value > old else old


def smallest(old: Any, value: Any) -> Any:
    return value if value < old else old


def swapped(old: Any, wanted: Any, value: Any) -> Any:
    """cas compares bits: a NaN is itself, and the two zeros differ."""
    is_same = old.tobytes() == wanted.tobytes() if isinstance(old, np.floating) else old == wanted
    return value if is_same else old


def over_nan(choose: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """nanmax and nanmin: a NaN in the place gives way to any number, itself included."""
    return lambda old, value: value if old != old and value == value else choose(old, value)


# What the place holds afterwards, on Python numbers; integers wrap around.
AFTER: dict[str, Callable[..., Any]] = {
    "add": lambda old, value: old + value,
    "sub": lambda old, value: old - value,
    "max": largest,
    "min": smallest,
    "nanmax": over_nan(largest),
    "nanmin": over_nan(smallest),
    "and_": lambda old, value: old & value,
    "or_": lambda old, value: old | value,
    "xor": lambda old, value: old ^ value,
    "exch": lambda old, value: value,
    "inc": lambda old, value: 0 if old >= value else old + 1,
    "dec": lambda old, value: value if old == 0 or old > value else old - 1,
    "cas": swapped,
    "compare_and_swap": swapped,
}


def same(actual: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Bit for bit but for the payload of a NaN."""
    if actual.dtype.kind != "f":
        return actual == wanted
    equal = (actual == wanted) & (np.signbit(actual) == np.signbit(wanted))
    return equal | (np.isnan(actual) & np.isnan(wanted))


def values_for(row: Row) -> list[np.ndarray]:
    columns = [edges(param) for param in row.params]
    grid = [np.ravel(a).copy() for a in np.meshgrid(*columns, indexing="ij")]
    extra = [random_values(param, 400, i + 1) for i, param in enumerate(row.params)]
    return [np.concatenate([a, b]) for a, b in zip(grid, extra, strict=True)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.label)
def test_one_operation(library: Any, row: Row) -> None:
    dtype = np.dtype(row.params[0])
    before, *values = values_for(row)
    place = before.copy()
    (old,) = call(library, row, [place, *values], len(place))
    assert same(old, before).all(), "the old value is returned"
    after = AFTER[operation(row)]
    with np.errstate(all="ignore"):
        if dtype.kind == "f":
            wanted = np.array([after(*items) for items in zip(before, *values, strict=True)], dtype)
        else:
            rows = zip(before.tolist(), *(v.tolist() for v in values), strict=True)
            wanted = np.array([wrapped(after(*items), dtype) for items in rows], dtype)
    bad = np.flatnonzero(~same(place, wanted))
    assert not len(bad), [(before[i], *(v[i] for v in values), place[i]) for i in bad[:5]]


def contend(library: Any, row: Row, start: Any, values: np.ndarray) -> tuple[Any, np.ndarray]:
    """The place and all old values after several threads have applied their share of the values."""
    place = np.array([start], values.dtype)
    old = np.zeros_like(values)
    function = getattr(library, f"contend_{row.index}")
    gate = threading.Barrier(THREADS)

    def work(first: int) -> None:
        gate.wait()
        function(
            ctypes.c_int64(PER_THREAD),
            pointer(place),
            pointer(values[first:]),
            pointer(old[first:]),
        )

    threads = [threading.Thread(target=work, args=(k * PER_THREAD,)) for k in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return place[0], old


def contended_values(row: Row) -> np.ndarray:
    rng, count = np.random.default_rng(7), THREADS * PER_THREAD
    dtype = np.dtype(row.params[0])
    if dtype.kind == "f":
        return rng.normal(0, 100, count).astype(dtype)
    if operation(row) in ("inc", "dec"):
        return np.full(count, 999, dtype)
    return np.frombuffer(rng.bytes(count * dtype.itemsize), dtype).copy()


def reduced(name: str, start: int, values: np.ndarray) -> int:
    """What an associative operation makes of all integers."""
    total = start
    for value in values.tolist():
        total = AFTER[name](total, value)
    return total


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.label)
def test_contention(library: Any, row: Row) -> None:
    name, values = operation(row), contended_values(row)
    dtype, count = values.dtype, len(values)
    start = dtype.type(0 if dtype.kind == "f" else 12)
    place, old = contend(library, row, start, values)
    if name in ("cas", "compare_and_swap"):
        assert place == wrapped(int(start) + count, dtype) if dtype.kind != "f" else start + count
        steps = [int(start) + k for k in range(count)]
        assert sorted(old.tolist()) == sorted(
            float(k) if dtype.kind == "f" else int(wrapped(k, dtype)) for k in steps
        )
    elif name == "exch":
        assert sorted([*old.tolist(), place]) == sorted([*values.tolist(), start])
    elif name in ("inc", "dec"):
        step = 1 if name == "inc" else -1
        assert place == (12 + step * count) % 1000
        assert np.bincount(old.astype(np.int64), minlength=1000).tolist() == [count // 1000] * 1000
    elif name in ("add", "sub") and dtype.kind == "f":
        sign = 1 if name == "add" else -1
        exact = math.fsum(sign * float(v) for v in values)
        bound = count * np.finfo(dtype).eps * math.fsum(abs(float(v)) for v in values)
        assert abs(float(place) - exact) <= bound
    elif dtype.kind == "f":
        assert place == (max if name.endswith("max") else min)(0.0, *values.tolist())
    else:
        assert place == wrapped(reduced(name, 12, values), dtype)
