"""--bindings: values of each kind are those that kernels compute with."""

from __future__ import annotations

import math
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from bound_values import HEAD, THREADS, Color, Named, Point, compare, kernel, write_array

NUMBERS = {
    "an int": 3,
    "a negative int": -(2**63),
    "a large int": 2**64 - 1,
    "a float": 0.1,
    "a zero with a sign": -0.0,
    "infinity": float("inf"),
    "no number": float("nan"),
    "a bool": True,
    "a NumPy bool": np.bool_(False),
    **{f"np.{t.__name__}": t(-3) for t in (np.int8, np.int16, np.int32, np.int64)},
    **{f"np.{t.__name__}": t(200) for t in (np.uint8, np.uint16, np.uint32, np.uint64)},
    **{f"np.{t.__name__}": t(0.3) for t in (np.float16, np.float32, np.float64)},
}


def test_numbers(tmp_path: Path) -> None:
    names = {f"n{i}": value for i, value in enumerate(NUMBERS.values())}
    lines = [f"out[{i}] = n{i}" for i in range(len(names))]
    compare(tmp_path, HEAD + kernel(lines), {"k": names})


def test_complex_numbers(tmp_path: Path) -> None:
    names = {"c": 1.5 - 2j, "d": np.complex64(0.1 + 3j)}
    lines = ["out[0] = c.real", "out[1] = c.imag", "out[2] = d.real", "out[3] = d.imag"]
    compare(tmp_path, HEAD + kernel(lines), {"k": names})


def test_none_texts_and_types(tmp_path: Path) -> None:
    names = {
        "nothing": None,
        "mode": 'it\'s "fast"\n',
        "other": 'ä"',
        "f32": Named(np.float32, "np.float32"),
        "cuda": Named(
            SimpleNamespace(shared=SimpleNamespace(array=np.zeros)), {"path": "numba.cuda"}
        ),
        "size": 4,
        "dtype": Named(np.dtype("int16"), "np.dtype('int16')"),
    }
    lines = [
        "if nothing is None:",
        "    out[0] = 1",
        "if mode == 'it\\'s \"fast\"\\n':",
        "    out[1] = 1",
        "if other == 'ä\"':",
        "    out[2] = 1",
        "out[3] = f32(0.1)",
        "s = cuda.shared.array(size + 1, dtype)",
        "s[2] = 7.9",
        "out[4] = s[2]",
        "out[5] = s.shape[0]",
    ]
    compare(tmp_path, HEAD + kernel(lines), {"k": names})


@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays(order: str, tmp_path: Path) -> None:
    names: dict[str, Any] = {}
    lines = []
    numbers = np.random.default_rng(3)
    for i, dtype in enumerate("?bhilBHILefd"):
        a = (numbers.random((2, 3, 2)) * 300 - 100).astype(dtype)
        names[f"a{i}"] = np.asarray(a, order=order)
        reads = (f"a{i}[1, 2, 0]", f"a{i}[0, 1, 1]", f"a{i}.shape[1]")
        lines += [f"out[{3 * i + j}] = {read}" for j, read in enumerate(reads)]
    compare(tmp_path, HEAD + kernel(lines), {"k": names}, count=len(lines))


def test_complex_arrays(tmp_path: Path) -> None:
    numbers = np.random.default_rng(4)
    a = (numbers.random((2, 3)) + 1j * numbers.random((2, 3))).astype(np.complex64)
    names = {"a": a, "f": np.asfortranarray(a.astype(complex) * 3), "one": a[:1, :1]}
    reads = ("a[1, 2]", "f[0, 1]", "f[1, 0]", "one[0, 0]")
    lines = [f"out[{2 * i}] = {read}.real" for i, read in enumerate(reads)]
    lines += [f"out[{2 * i + 1}] = {read}.imag" for i, read in enumerate(reads)]
    lines += ["out[8] = a.shape[1] + f.size + len(a)"]
    compare(tmp_path, HEAD + kernel(lines), {"k": names})


def test_arrays_of_records(tmp_path: Path) -> None:
    fields = [("a", "f4"), ("n", "i1"), ("pos", "f8", (2, 3)), ("z", "c8")]
    record = np.dtype(fields, align=True)
    nested = np.dtype([("n", "i2"), ("inner", record)], align=True)
    packed = np.dtype([("x", "i1"), ("odd", "i4"), ("y", "u1")])
    numbers = np.random.default_rng(5)

    def filled(dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
        a = np.zeros(shape, dtype)
        a.view(np.uint8)[...] = numbers.integers(0, 60, a.view(np.uint8).shape)
        return a

    names = {
        "table": filled(record, (3,)),
        "deep": filled(nested, (2,)),
        "odd": np.asfortranarray(filled(packed, (2, 3))),
    }
    lines = [
        "out[0] = table[1].a",
        "out[1] = table[2].n",
        "out[2] = table[0].pos[1, 2]",
        "out[3] = table[2].z.imag",
        "out[4] = deep[1].inner.pos[0, 1]",
        "out[5] = deep[1].n + deep[0].inner.n",
        "out[6] = odd[1, 0].x",
        "out[7] = odd[0, 2].y",
        "out[8] = len(table) + odd.shape[1]",
        "for one in table:",
        "    out[9] += one.n",
    ]
    for name in ("table", "deep", "odd"):
        names[name] = Named(names[name].view(np.recarray), write_array(tmp_path, names[name]))
    compare(tmp_path, HEAD + kernel(lines), {"k": names})


def test_arrays_in_tuples(tmp_path: Path) -> None:
    first, second = np.arange(6.0).reshape(2, 3), np.array([7, 8], np.int8)
    names = {"tables": (first, (second, first + 1j)), "N": 2}
    lines = [
        "out[0] = tables[0][1, 2] + tables[1][0][1] * N",
        "out[1] = tables[1][1][0, 1].real + tables[0].shape[1]",
        "out[2] = tables[0][0, 1]",
    ]
    others = {"tables": (second, (first, first * 2j)), "N": 3}
    source = HEAD + kernel(lines, "k1")
    source += kernel(["out[0] = tables[0][1] + tables[1][0][1, 1]"], "k2")
    compare(tmp_path, source, {"k1": names, "k2": others})
    text = (tmp_path / "out" / "k.cu").read_text()
    assert text.count(" const double tables_0[2][3]") == 1


def test_values_at_edges_of_arrays(tmp_path: Path) -> None:
    halves = np.array([0.0, -0.0, 6e-8, -6.1e-5, 65504, np.inf, -np.inf, np.nan], np.float16)
    names = {
        "halves": halves,
        "least": np.array([-(2**63), 2**63 - 1]),
        "most": np.array([2**64 - 1], np.uint64),
        "one": np.array([1.5]),
    }
    lines = [f"out[{i}] = halves[{i}]" for i in range(len(halves))]
    lines += ["out[8] = least[0]", "out[9] = least[1]", "out[10] = most[0]", "out[11] = one[0]"]
    compare(tmp_path, HEAD + kernel(lines), {"k": names})


TUPLES = [
    "out[0] = pair[0] + pair[1]",
    "out[1] = len(nest)",
    "out[2] = nest[1][1]",
    "x, y = pair",
    "out[3] = x - y",
    "for one in many:",
    "    out[4] += one",
    "out[5] = point.x + 2 * point.y",
    "out[6] = point[1]",
]


def test_tuples(tmp_path: Path) -> None:
    names = {
        "pair": (3, 4.5),
        "nest": (1, (2.5, np.int8(7))),
        "many": (1, 2, 5),
        "point": Point(np.float32(0.5), 2),
    }
    compare(tmp_path, HEAD + kernel(TUPLES), {"k": names})


COLORS = """
import enum


class Color_1(enum.IntEnum):
    RED = 1
    BLUE = 7


SIZE_2 = 9
"""


def test_what_the_source_has_under_another_name(tmp_path: Path) -> None:
    lines = ["out[0] = Color.BLUE", "out[1] = one.value", "out[2] = SIZE", "out[3] = both[1]"]
    names = {
        "Color": Named(Color, {"name": "Color_1"}),
        "one": Named(Color.RED, {"attribute": "RED", "of": {"name": "Color_1"}}),
        "SIZE": Named(9, {"name": "SIZE_2"}),
        "both": Named((1, 9), {"tuple": ["1", {"name": "SIZE_2"}]}),
    }
    compare(tmp_path, HEAD + COLORS + kernel(lines), {"k": names})


def test_dicts_and_what_is_in_them(tmp_path: Path) -> None:
    lines = [
        'out[0] = config["grid"]["steps"]',
        'out[1] = config["scale"][1] + config[2]',
        "out[2] = members[Color.BLUE]",
        'out[3] = config["color"].value',
    ]
    red = Named(Color.RED, {"attribute": "RED", "of": {"name": "Color_1"}})
    by_color = {
        "dict": [[{"attribute": "BLUE", "of": {"name": "Color_1"}}, "11"], ["'other'", "12"]]
    }
    said = {"grid": {"steps": 16, "name": "unused"}, "scale": (0.5, 2.5), 2: 4}
    in_file = {
        "dict": [
            ["'grid'", {"dict": [["'steps'", "16"], ["'name'", "'unused'"]]}],
            ["'scale'", {"tuple": ["0.5", "2.5"]}],
            ["2", "4"],
            ["'color'", red.bound],
        ]
    }
    names = {
        "config": Named({**said, "color": Color.RED}, in_file),
        "members": Named({Color.BLUE: 11, "other": 12}, by_color),
        "Color": Named(Color, {"name": "Color_1"}),
    }
    compare(tmp_path, HEAD + COLORS + kernel(lines), {"k": names})


def test_names_of_libraries(tmp_path: Path) -> None:
    lines = ["out[0] = sine(1.0)", "out[1] = m.floor(2.5)", "out[2] = pi", "out[3] = where.x + 1"]
    names = {
        "sine": Named(math.sin, {"path": "math.sin"}),
        "m": Named(math, {"path": "math"}),
        "pi": Named(math.pi, {"path": "math.pi"}),
        "where": Named(THREADS, {"path": "numba.cuda.threadIdx"}),
    }
    compare(tmp_path, HEAD + kernel(lines), {"k": names})


def random_value(source: random.Random, depth: int) -> Any:
    kind = source.randrange(7 if depth else 5)
    if kind == 0:
        return source.randrange(-(2 ** source.randrange(1, 63)), 2 ** source.randrange(1, 63))
    if kind == 1:
        return source.uniform(-1, 1) * 10.0 ** source.randrange(-300, 300)
    if kind == 2:
        scalar = source.choice([np.int8, np.uint16, np.int32, np.uint64, np.float32, np.float64])
        return scalar(source.randrange(100))
    if kind == 3:
        return source.choice([True, False, 0, -1, 0.5])
    if kind == 4:
        return np.float32(source.uniform(-1, 1) * 10.0 ** source.randrange(-40, 38))
    items = [random_value(source, depth - 1) for _ in range(source.randrange(1, 4))]
    return Point(items[0], items[-1]) if kind == 5 else tuple(items)


def leaves(value: Any, text: str) -> list[str]:
    if not isinstance(value, tuple):
        return [text]
    parts = getattr(value, "_fields", None) or range(len(value))
    places = [f".{part}" if isinstance(part, str) else f"[{part}]" for part in parts]
    return [leaf for item, place in zip(value, places) for leaf in leaves(item, text + place)]


@pytest.mark.parametrize("seed", range(4))
def test_random_values_come_through(seed: int, tmp_path: Path) -> None:
    source = random.Random(seed)
    functions: dict[str, dict[str, Any]] = {}
    text = HEAD
    count = 0
    for k in range(3):
        names = {f"v{i}": random_value(source, 3) for i in range(12)}
        shape = tuple(source.randrange(1, 4) for _ in range(source.randrange(1, 4)))
        a = np.random.default_rng(seed).integers(0, 100, shape).astype(source.choice("bHifd"))
        names["table"] = np.asarray(a, order=source.choice("CF"))
        reads = [leaf for name, value in names.items() for leaf in leaves(value, name)]
        reads.remove("table")
        reads += [f"table[{', '.join(map(str, at))}]" for at in np.ndindex(shape)]
        text += kernel([f"out[{i}] = {read}" for i, read in enumerate(reads)], f"k{k}")
        functions[f"k{k}"] = names
        count = max(count, len(reads))
    compare(tmp_path, text, functions, count=count)
