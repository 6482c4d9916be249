"""Functions of math in ufuncs on the CPU target, which glibc has for several numbers at once.

They are within 4 ulp of the exact value, and what an element gives does not depend on its place.
"""

from __future__ import annotations

import platform
import subprocess
from pathlib import Path
from typing import Any

import harness
import numpy as np
import pycu
import pytest

SOURCE = """
import math

from numba import vectorize


@vectorize(["float32(float32)", "float64(float64)"], target="cuda")
def sine(x):
    return math.sin(x)


@vectorize(["float32(float32)", "float64(float64)"], target="cuda")
def cosine(x):
    return math.cos(x)


@vectorize(["float32(float32)", "float64(float64)"], target="cuda")
def exponential(x):
    return math.exp(x)


@vectorize(["float32(float32)", "float64(float64)"], target="cuda")
def logarithm(x):
    return math.log(x)


@vectorize(["float32(float32, float32)", "float64(float64, float64)"], target="cuda")
def power(x, y):
    return x**y


@vectorize(["float64(float64, float64)"], target="cuda")
def softened(x, y):
    return math.log(1 + math.exp(x - y)) * 0.5 + y


@vectorize(["float32(float32, int8)"], target="cuda")
def damped(x, n):
    \"\"\"Operands of several sizes, and a branch.\"\"\"
    if n > 0:
        return math.exp(-x * n) * math.cos(x)
    return math.cos(x)
"""
EXACT = {"sine": np.sin, "cosine": np.cos, "exponential": np.exp, "logarithm": np.log}
ULPS = 4
COUNT = 5000  # some host blocks, and a rest


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("vectors")
    source = out / "vectors.py"
    source.write_text(SOURCE, encoding="utf-8")
    harness.build([source], out, "-Xcxx", "-O3")
    return out


@pytest.fixture(scope="module")
def k(built: Path) -> Any:
    return pycu.load(built / "vectors.json")


def test_a_compiler_says_nothing_of_the_text(built: Path, tmp_path: Path) -> None:
    """Notes, which -w does not silence, stay away as well."""
    (text,) = built.glob("*.cu")
    command = ["g++", "-x", "c++", "-std=c++17", "-O1", "-S", "-o", tmp_path / "text.s", text]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def values(name: str, dtype: str) -> np.ndarray:
    low = 1e-6 if name in ("logarithm", "power") else -40
    x = np.random.default_rng(1).uniform(low, 40, COUNT).astype(dtype)
    x[:7] = [np.inf, np.nan, 0.0, -0.0, 1.0, 1e30, -np.inf]
    return x


def arguments(name: str, dtype: str) -> list[np.ndarray]:
    x = values(name, dtype)
    y = np.random.default_rng(2).uniform(-3, 3, COUNT).astype(dtype)
    return [x, y] if name == "power" else [x]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", [*EXACT, "power"])
def test_values_are_within_four_ulp(name: str, dtype: str, k: Any) -> None:
    args = arguments(name, dtype)
    got = k[name](*args)
    with np.errstate(all="ignore"):
        exact = EXACT.get(name, np.power)(*(one.astype(np.longdouble) for one in args))
        rounded = exact.astype(dtype)
    assert got.dtype == rounded.dtype
    finite = np.isfinite(rounded)
    np.testing.assert_array_equal(got[~finite], rounded[~finite])
    error = np.abs(got[finite] - exact[finite]) / np.spacing(np.abs(rounded[finite]))
    assert error.max() <= ULPS


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", [*EXACT, "power"])
def test_a_result_does_not_depend_on_its_place(name: str, dtype: str, k: Any) -> None:
    args = arguments(name, dtype)
    ufunc = k[name]
    wanted = ufunc(*args)
    some = [0, 1, 63, 64, 255, 256, 4095, 4096, COUNT - 1]
    alone = [ufunc(*(one[i] for one in args)) for i in some]
    np.testing.assert_array_equal(alone, wanted[some])
    for index in (slice(None, None, -1), slice(3, 1000, 7), slice(1, None), slice(0, 5)):
        np.testing.assert_array_equal(ufunc(*(one[index] for one in args)), wanted[index])
    rows = [np.asfortranarray(one.reshape(50, 100)) for one in args]
    np.testing.assert_array_equal(ufunc(*rows), wanted.reshape(50, 100))
    spread = np.zeros(2 * COUNT, dtype)
    ufunc(*args, out=spread[1::2])
    np.testing.assert_array_equal(spread[1::2], wanted)
    assert not spread[::2].any()
    inside = args[0].copy()
    ufunc(inside, *args[1:], out=inside)
    np.testing.assert_array_equal(inside, wanted)


def test_elements_that_depend_on_each_other_are_computed_in_order(k: Any) -> None:
    x = np.random.default_rng(3).uniform(0, 1, 700)
    total, sums = 0.0, []
    for value in x:
        total = k.softened(total, value)
        sums.append(total)
    np.testing.assert_array_equal(k.softened.accumulate(np.append(0.0, x))[1:], sums)
    assert k.softened.reduce(np.append(0.0, x)) == total


def test_operands_of_several_sizes_and_broadcasts(k: Any) -> None:
    x = values("sine", "float32")[10:310].reshape(100, 3)
    n = np.arange(-1, 2, dtype=np.int8)
    wide = x.astype(np.float64)
    exact = np.where(n > 0, np.exp(-wide * n), 1) * np.cos(wide)
    np.testing.assert_allclose(k.damped(x, n), exact, rtol=1e-5)
    one = [[k.damped(v, m) for v, m in zip(row, n)] for row in x]
    np.testing.assert_array_equal(one, k.damped(x, n))


def test_vector_functions_are_called(built: Path) -> None:
    if platform.machine() != "x86_64" or platform.libc_ver()[0] != "glibc":
        pytest.skip(f"{platform.machine()} {platform.libc_ver()[0]}: no libmvec")
    library = (built / "libvectors.so").read_bytes()
    for name in (b"4v_sinf", b"2v_cos", b"4v_expf", b"2v_log", b"4vv_powf"):
        assert name in library, f"{name.decode()} is not called"
