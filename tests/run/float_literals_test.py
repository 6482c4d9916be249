"""`--float-literals=32`: Python's floats are float32 in device code and compute what NumPy's do."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import harness
import numpy as np
import pycu
import pytest

KERNELS = """import math

import numpy as np
from numba import cuda, vectorize

ALPHA = 0.1
TAU = np.float64(0.1)
WEIGHTS = (0.1, 0.2, 0.3)
COUNT = 3


class Physics:
    gravity = 9.81


def make(factor):
    @cuda.jit("void(float32[:], float32[:])")
    def by_factor(x, out):
        i = cuda.grid(1)
        if i < x.size:
            out[i] = x[i] * factor + factor

    return by_factor


by_seven = make(0.7)


@cuda.jit(device=True)
def scaled(a, by=0.3):
    return a * by + 0.1


@cuda.jit("void(float32[:], float32[:])")
def sums(x, out):
    i = cuda.grid(1)
    if i < x.size:
        total = 0.0
        for w in WEIGHTS:
            total += w * x[i]
        out[i] = total + ALPHA * x[i] - Physics.gravity * 0.1


@cuda.jit("void(float32[:], float32[:])")
def calls(x, out):
    i = cuda.grid(1)
    if i < x.size:
        x_i = min(x[i], float("inf"))
        last = -0.1 if x[i] < 0.1 else 1.0 / 3.0
        out[i] = scaled(x[i]) * scaled(x[i], 0.7) + math.pi * x_i - last


@cuda.jit("void(float32[:], float64[:])")
def stay_double(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] * 2 + x[i] / COUNT + np.float64(0.1) * x[i] + TAU * np.float64(ALPHA)


@vectorize(["float32(float32)"], target="cuda")
def tenth(x):
    return x * 0.1 + 0.7
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("float_literals") / "k.py"
    path.write_text(KERNELS)
    return path


def built(source: Path, *options: str) -> Any:
    out = source.parent / ("out" + "".join(options))
    harness.build([source], out, *options)
    return pycu.load(out / "k.json")


X = np.linspace(-3, 7, 257, dtype=np.float32)
F = np.float32


def results(k: Any) -> dict[str, np.ndarray]:
    found = {}
    for name in ("sums", "calls", "by_seven"):
        out = np.zeros_like(X)
        getattr(k, name)[3, 128](X, out)
        found[name] = out
    return found


def expected(t: type) -> dict[str, np.ndarray]:
    """What float32 and literals of a type give, each operation rounded to its own type."""
    x = X.astype(t)
    total = np.zeros_like(x)
    for w in (0.1, 0.2, 0.3):
        total = total + t(w) * x
    sums = total + t(0.1) * x - t(9.81) * t(0.1)

    def scaled(a: np.ndarray, by: float) -> np.ndarray:
        return a * t(by) + t(0.1)

    last = np.where(x < t(0.1), t(-0.1), t(1.0) / t(3.0))
    calls = scaled(x, 0.3) * scaled(x, 0.7) + t(np.pi) * x - last
    by_seven = x * t(0.7) + t(0.7)
    return {"sums": F(sums), "calls": F(calls), "by_seven": F(by_seven)}


@pytest.mark.parametrize(
    ("options", "t"), [([], np.float64), (["--float-literals=32"], np.float32)]
)
def test_kernels_compute_in_the_width_of_their_literals(
    options: list[str], t: type, source: Path
) -> None:
    found, right = results(built(source, *options)), expected(t)
    for name in right:
        np.testing.assert_array_equal(found[name], right[name], err_msg=name)
    assert any((expected(np.float32)[name] != expected(np.float64)[name]).any() for name in right)


def test_integers_and_what_is_written_float64_stay_double(source: Path) -> None:
    k = built(source, "--float-literals=32")
    out = np.zeros(X.size)
    k.stay_double[3, 128](X, out)
    x = X.astype(np.float64)
    np.testing.assert_array_equal(out, x * 2 + x / 3 + 0.1 * x + 0.1 * 0.1)


def types(source: Path, *options: str) -> dict[str, set[str]]:
    """The types that `inspect --types` has for the variables of the kernel `sums`."""
    command = [harness.binary(), "inspect", source, "--types", "--json", *options]
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=True
    )
    found: dict[str, set[str]] = {}
    kernels = {one["name"]: one["specialisations"] for one in json.loads(done.stdout)["kernels"]}
    for variable in kernels["sums"][0]["variables"]:
        found.setdefault(variable["name"], set()).add(variable["type"])
    return found


def test_inspect_shows_the_types(source: Path) -> None:
    double = {"i": {"int64"}, "total": {"float64"}, "w": {"float64"}}
    assert types(source) == types(source, "--float-literals=64") == double
    single = {"i": {"int64"}, "total": {"float32"}, "w": {"float32"}}
    assert types(source, "--float-literals", "32") == single


def test_ufuncs_take_the_option(source: Path) -> None:
    for options, t in (([], np.float64), (["--float-literals=32"], np.float32)):
        np.testing.assert_array_equal(
            built(source, *options).tenth(X), F(X.astype(t) * t(0.1) + t(0.7))
        )


def test_what_the_option_does_not_reach_is_named(source: Path) -> None:
    """With it, --performance has only ints to tell of."""
    command = [harness.binary(), "check", source, "--performance", "--float-literals=32"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["check", "--float-literals=16"], "--float-literals is `16`, and is one of 32, 64"),
        (
            ["transpile", "-o", "out", "--host", "--float-literals=32"],
            "--host does what Numba's njit does, and takes no --float-literals=32",
        ),
    ],
)
def test_other_uses_are_refused(
    options: list[str], message: str, source: Path, tmp_path: Path
) -> None:
    command = [str(harness.binary().absolute()), *options, str(source)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert message in done.stderr
