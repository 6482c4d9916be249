"""--bindings: the values that a file gives free names are those that kernels compute with.

Each function is run as Python first, with those values as its globals.
"""

from __future__ import annotations

import collections
import enum
import json
import math
import os
import random
import subprocess
import time
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import harness
import numpy as np
import pycu
import pytest

HEAD = "from numba import cuda\n"
THREADS = SimpleNamespace(x=0, y=0, z=0)


class Color(enum.IntEnum):
    RED = 1
    BLUE = 7


class Named:
    """A value, and what the file says of it."""

    def __init__(self, value: Any, bound: Any) -> None:
        self.value = value
        self.bound = bound


Point = collections.namedtuple("Point", "x y")


def write_array(folder: Path, a: np.ndarray) -> dict[str, Any]:
    """Writes the elements as they lie in memory and returns what the file says of them."""
    name = f"{len(list(folder.glob('*.bin')))}.bin"
    is_fortran = a.flags.f_contiguous and not a.flags.c_contiguous
    (folder / name).write_bytes(a.tobytes("F" if is_fortran else "C"))
    said = {"array": name, "dtype": str(a.dtype), "shape": list(a.shape)}
    return {**said, "order": "F"} if is_fortran else said


def text_of(value: Any) -> str:
    """An expression of np, numba and math that has the value."""
    if isinstance(value, np.dtype):
        return f"np.dtype('{value}')"
    if isinstance(value, np.generic):
        return f"np.{type(value).__name__}({text_of(value.item())})"
    if isinstance(value, complex):
        return f"complex({text_of(value.real)}, {text_of(value.imag)})"
    if isinstance(value, float) and not math.isfinite(value):
        return f"float('{value}')"
    return repr(value)


def said_of(value: Any, folder: Path) -> Any:
    """What the file says of a value."""
    if isinstance(value, Named):
        return value.bound
    if isinstance(value, np.ndarray):
        return write_array(folder, value)
    if isinstance(value, tuple):
        said: dict[str, Any] = {"tuple": [said_of(item, folder) for item in value]}
        if hasattr(value, "_fields"):
            said |= {"class": type(value).__name__, "fields": list(value._fields)}
        return said
    return text_of(value)


def write_bindings(
    folder: Path,
    functions: dict[str, dict[str, Any]],
    modules: dict[str, dict[str, Any]] | None = None,
) -> Path:
    def tables(of: dict[str, dict[str, Any]]) -> dict[str, Any]:
        return {
            title: {name: said_of(value, folder) for name, value in names.items()}
            for title, names in of.items()
        }

    said = {"schema": 1, "functions": tables(functions), "modules": tables(modules or {})}
    path = folder / "bindings.json"
    path.write_text(json.dumps(said))
    return path


def run(*options: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [str(harness.binary().absolute()), *map(str, options)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True)


def build(
    folder: Path,
    source: str,
    functions: dict[str, dict[str, Any]],
    modules: dict[str, dict[str, Any]] | None = None,
) -> Any:
    """The module of a source whose functions' free names have those values."""
    (folder / "k.py").write_text(source)
    path = write_bindings(folder, functions, modules)
    harness.build([folder / "k.py"], folder / "out", "--bindings", str(path), "-Xcxx", "-O0")
    return pycu.load(folder / "out" / "k.json")


def python_of(source: str, functions: dict[str, dict[str, Any]]) -> dict[str, FunctionType]:
    """The functions of a source as Python has them, each with its own globals."""
    cuda = SimpleNamespace(
        jit=lambda *_, **__: lambda f: f,
        grid=lambda _: 0,
        threadIdx=THREADS,
        shared=SimpleNamespace(array=np.zeros),
    )
    namespace: dict[str, Any] = {"cuda": cuda}
    exec(source.replace(HEAD, ""), namespace)
    made = {}
    for name, names in functions.items():
        plain = {of: v.value if isinstance(v, Named) else v for of, v in names.items()}
        made[name] = FunctionType(namespace[name].__code__, plain)
    for name, names in functions.items():
        for of, value in names.items():
            if isinstance(value, Named) and isinstance(value.value, str):
                made[name].__globals__[of] = made[value.value]
    return made


def compare(
    folder: Path,
    source: str,
    functions: dict[str, dict[str, Any]],
    modules: dict[str, dict[str, Any]] | None = None,
    count: int = 32,
) -> None:
    """Kernels `k...(out)` compute on the CPU target what Python computes."""
    module = build(folder, source, functions, modules)
    python = python_of(source, functions)
    for name in functions:
        if name.startswith("k"):
            expected, got = np.zeros(count), np.zeros(count)
            with np.errstate(all="ignore"):
                python[name](expected)
            getattr(module, name)[1, 1](got)
            np.testing.assert_array_equal(got, expected, err_msg=name)


def kernel(lines: list[str], name: str = "k") -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return f'\n\n@cuda.jit("void(float64[:])")\ndef {name}(out):\n{body}'


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


def test_names_of_libraries(tmp_path: Path) -> None:
    lines = ["out[0] = sine(1.0)", "out[1] = m.floor(2.5)", "out[2] = pi", "out[3] = where.x + 1"]
    names = {
        "sine": Named(math.sin, {"path": "math.sin"}),
        "m": Named(math, {"path": "math"}),
        "pi": Named(math.pi, {"path": "math.pi"}),
        "where": Named(THREADS, {"path": "numba.cuda.threadIdx"}),
    }
    compare(tmp_path, HEAD + kernel(lines), {"k": names})


def test_modules_of_the_program(tmp_path: Path) -> None:
    table = np.array([[1.5, 2.5]])
    deep = SimpleNamespace(N=5)
    params = SimpleNamespace(N=4, table=table, deep=deep, gain=lambda v: v + 0.5, SIZE=3)
    modules = {
        "lab.params": {
            "N": 4,
            "SIZE": 3,
            "table": table,
            "deep": Named(deep, {"path": "lab.params.deep"}),
            "gain": Named("gain_1", {"name": "gain_1"}),
        },
        "lab.params.deep": {"N": 5},
    }
    lines = [
        "out[0] = params.N + params.deep.N",
        "out[1] = params.table[0, 1] + params.table.shape[1]",
        "out[2] = params.gain(2)",
        "s = cuda.shared.array(params.SIZE + 1, params.table.dtype)",
        "out[3] = s.shape[0]",
        "if params.N == 4:",
        "    out[4] = 1",
    ]
    shared = SimpleNamespace(shared=SimpleNamespace(array=np.zeros))
    names = {
        "params": Named(params, {"path": "lab.params"}),
        "cuda": Named(shared, {"path": "numba.cuda"}),
    }
    source = HEAD + "\n\ndef gain_1(v):\n    return v + 0.5\n" + kernel(lines)
    compare(tmp_path, source, {"k": names}, modules)
    text = (tmp_path / "out" / "k.cu").read_text()
    assert "static constexpr int lab_params_N = 4;" in text


HELPERS = '''

@cuda.jit(device=True)
def scale_1(v):
    """The first."""
    return v * N + table[1]


@cuda.jit(device=True)
def scale_2(v):
    return v - N + table[0]
'''


def test_two_functions_see_other_values_under_one_name(tmp_path: Path) -> None:
    source = HEAD + HELPERS
    source += kernel(["out[0] = N", "out[1] = scale(2)", "out[2] = table[0]"], "k1")
    source += kernel(["out[0] = N", "out[1] = scale(2)", "out[2] = table[0]"], "k2")
    first, second = np.array([1.5, 2.5]), np.array([10.0, 20.0])
    functions = {
        "scale_1": {"N": 3, "table": first},
        "scale_2": {"N": 4.5, "table": second},
        "k1": {"N": 5, "scale": Named("scale_1", {"name": "scale_1"}), "table": second},
        "k2": {"N": 6, "scale": Named("scale_2", {"name": "scale_2"}), "table": first},
    }
    compare(tmp_path, source, functions)


def test_the_same_value_is_one_constant(tmp_path: Path) -> None:
    source = HEAD + kernel(["out[0] = N"], "k1") + kernel(["out[0] = N"], "k2")
    compare(tmp_path, source, {"k1": {"N": 5}, "k2": {"N": 5}})
    text = (tmp_path / "out" / "k.cu").read_text()
    assert text.count("constexpr int N") == 1
    assert "static constexpr int N = 5;" in text


INNER = [
    "def inner(v):",
    "    return v + N + M",
    "M = 100",
    "out[0] = inner(1)",
    "out[1] = (lambda N: N + K)(2)",
    "out[2] = (lambda v: v + N)(2)",
]


def test_functions_inside_see_the_names_of_the_one_around_them(tmp_path: Path) -> None:
    compare(tmp_path, HEAD + kernel(INNER), {"k": {"N": 3, "M": 7, "K": 50}})


def test_what_is_not_listed_is_looked_up_as_ever(tmp_path: Path) -> None:
    source = HEAD + "\nN = 3\n" + kernel(["out[0] = N"], "k1") + kernel(["out[0] = N"], "k2")
    module = build(tmp_path, source, {"k1": {"N": 5}})
    out = np.zeros(1)
    module.k1[1, 1](out)
    assert out[0] == 5
    module.k2[1, 1](out)
    assert out[0] == 3


def test_a_listed_function_sees_no_other_name(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(HEAD + "\nSIZE = 3\n" + kernel(["out[0] = SIZE + len(SIZES)"]))
    path = write_bindings(tmp_path, {"k": {"SIZES": (1, 2)}})
    done = run("check", "k.py", "--bindings", path, cwd=tmp_path)
    assert done.returncode == 1
    assert "`SIZE` is not defined" in done.stderr
    assert "there is `SIZES`" in done.stderr


def test_a_value_that_no_text_has_is_an_error_where_it_is_used(tmp_path: Path) -> None:
    bad = Named(None, {"unknown": "it is an open file"})
    (tmp_path / "k.py").write_text(HEAD + kernel(["out[0] = bad"]))
    path = write_bindings(tmp_path, {"k": {"bad": bad, "other": bad}})
    done = run("check", "k.py", "--bindings", path, cwd=tmp_path)
    assert done.returncode == 1
    assert "k.py:6:14: error" in done.stderr
    assert "`bad` is not known while compiling: it is an open file" in done.stderr
    assert "help: pass it as an argument\n" in done.stderr
    (tmp_path / "k.py").write_text(HEAD + kernel(["out[0] = 1"]))
    assert run("check", "k.py", "--bindings", path, cwd=tmp_path).returncode == 0


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


WRONG = {
    "no JSON": ("{", "it is no JSON: "),
    "no object": ("[]", "it is no object with a `schema`"),
    "no schema": ("{}", "it is no object with a `schema`"),
    "another schema": ('{"schema": 2}', "its schema is 2, and this pycu reads 1"),
    "no functions": ('{"schema": 1}', "it has no `functions`"),
    "a list of functions": ('{"schema": 1, "functions": ["k"]}', "has no object of names"),
}
WRONG_VALUES = {
    "a number": (3, "`k.N` is neither a text nor an object"),
    "no kind": ({}, "`k.N` is an object of no known kind"),
    "no expression": ("3 +", "`k.N` is `3 +`, which is no expression"),
    "a statement": ("N = 3", "`k.N` is `N = 3`, which is no expression"),
    "two expressions": ("3\n4", "which is no expression"),
    "nothing": ("", "`k.N` is ``, which is no expression"),
    "no name of the module": ({"name": "x"}, "`k.N` is `x` of the module, and `k.py` has no such"),
    "no text": ({"path": 3}, "`path` of `k.N` is no text"),
    "no array": ({"array": "no.bin", "dtype": "int8", "shape": []}, "No such file"),
    "no shape": ({"array": "x.bin", "dtype": "int8"}, "`k.N` has no `shape`"),
    "a shape of texts": ({"array": "x.bin", "dtype": "int8", "shape": ["a"]}, "type must be"),
    "a wrong order": (
        {"array": "x.bin", "dtype": "int8", "shape": [3], "order": "A"},
        "the order of `k.N` is `A`, and orders are C and F",
    ),
    "a wrong size": (
        {"array": "x.bin", "dtype": "int16", "shape": [3]},
        "the file of `k.N` has 3 bytes, where its dtype and its shape ask for 6",
    ),
    "a huge shape": (
        {"array": "x.bin", "dtype": "int16", "shape": [2**40, 2**40]},
        "ask for more than there can be",
    ),
    "names for other items": (
        {"tuple": ["1"], "class": "P", "fields": []},
        "`k.N` has 1 items and names for 0",
    ),
    "an item": ({"tuple": ["1", "2 +"]}, "`k.N[1]` is `2 +`, which is no expression"),
}


def refused(folder: Path, text: str) -> str:
    """What is said of a file, which is all that is said."""
    (folder / "k.py").write_text(HEAD + kernel(["out[0] = N"]) + kernel(["pass"], "helper"))
    (folder / "x.bin").write_bytes(b"123")
    (folder / "b.json").write_text(text)
    done = run("transpile", "k.py", "--bindings", "b.json", "-o", "out", cwd=folder)
    assert done.returncode == 2, done.stdout + done.stderr
    assert not (folder / "out").exists()
    assert "error[PYCU0011]: `b.json` gives no values: " in done.stderr
    assert done.stderr.endswith("\n1 error\n")
    return done.stderr


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_is_refused(case: str, tmp_path: Path) -> None:
    text, message = WRONG[case]
    assert message in refused(tmp_path, text)


@pytest.mark.parametrize("case", WRONG_VALUES)
def test_a_wrong_value_is_refused(case: str, tmp_path: Path) -> None:
    value, message = WRONG_VALUES[case]
    text = json.dumps({"schema": 1, "functions": {"k": {"N": value}}})
    assert message in refused(tmp_path, text)


def test_a_function_that_is_not_there_is_refused(tmp_path: Path) -> None:
    said = refused(tmp_path, '{"schema": 1, "functions": {"hyper": {}}}')
    assert "`k.py` has no function `hyper`" in said
    assert "help: there is `helper`" in said


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(HEAD + kernel(["out[0] = 1"]))
    done = run("check", "k.py", "--bindings", "b.json", cwd=tmp_path)
    assert done.returncode == 2
    assert "`b.json` gives no values: No such file or directory" in done.stderr
    done = run("check", "k.py", "k.py", "--bindings", "b.json", cwd=tmp_path)
    assert done.returncode == 2
    assert "--bindings names functions of one module" in done.stderr


def test_a_build_follows_the_file_and_its_arrays(tmp_path: Path) -> None:
    folder = tmp_path / "of"
    folder.mkdir()
    (tmp_path / "k.py").write_text(HEAD + kernel(["out[0] = N + table[0]"]))
    command = ["build", "k.py", "--bindings", "of/bindings.json", "-o", "out", "--target", "cpu"]

    def built() -> str:
        done = run(*command, "-MD", "-Xcxx", "-O0", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()[-1].split()[0]

    write_bindings(folder, {"k": {"N": 3, "table": np.array([1.5])}})
    assert built() == "built"
    assert built() == "unchanged"
    depfile = (tmp_path / "out" / "k.d").read_text()
    assert "of/bindings.json" in depfile
    assert "of/0.bin" in depfile
    (folder / "0.bin").write_bytes(np.array([2.5]).tobytes())
    assert built() == "built"
    os.remove(folder / "0.bin")
    write_bindings(folder, {"k": {"N": 4, "table": np.array([2.5])}})
    assert built() == "built"


def test_a_large_array_is_read_at_once(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(HEAD + kernel(["out[0] = big.shape[0] + small[0]"]))
    path = write_bindings(tmp_path, {"k": {"small": np.ones(2), "big": np.zeros(2_000_000)}})
    start = time.monotonic()
    done = run("check", "k.py", "--bindings", path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert time.monotonic() - start < 5
