"""Kernels, gufuncs and ufuncs on Dask arrays: examples/dask, and those of a running program."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import dask
import dask.array as da
import numpy as np
import pycu
import pytest
from harness import REPOSITORY, build
from pycu import guvectorize, vectorize

EXAMPLE = REPOSITORY / "examples/dask"
TRACES, SAMPLES, CHUNK, MEMORY_MIB = 2560, 32768, 64, 256


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("seismograms")
    build([EXAMPLE / "seismograms.py"], folder)
    return folder / "seismograms.json"


def ended(session: int) -> bool:
    """Whether no process of a session is left; the last of them take a moment to end."""
    for _ in range(100):
        if not of_session(session):
            return True
        time.sleep(0.1)
    return False


def of_session(session: int) -> list[str]:
    """The processes that a session has left."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, its_session = stat.read_text().rpartition(")")[2].split()[:4]
        except OSError:  # it has just ended
            continue
        if int(its_session) == session and state != "Z":
            found.append((stat.parent / "cmdline").read_text())
    return found


def energies(first: int, last: int) -> np.ndarray:
    """The sums of squares of the smoothed traces, by NumPy: in the order of the kernels."""
    number = np.arange(first, last, dtype=np.float32)[:, None]
    samples = np.arange(SAMPLES, dtype=np.float32)
    traces = np.sin(samples * (number + 1) * np.float32(1e-3)) / (number + 1)
    radius = 8
    padded = np.pad(traces.astype(float), ((0, 0), (radius, radius)))
    total = np.zeros(traces.shape)
    for k in range(2 * radius + 1):
        total += padded[:, k : k + SAMPLES]
    smooth = (total / (2 * radius + 1)).astype(np.float32)
    return np.cumsum(smooth.astype(float) * smooth, axis=1)[:, -1]


def test_the_example_goes_through_more_than_a_worker_holds(built: Path, tmp_path: Path) -> None:
    assert TRACES * SAMPLES * 4 > MEMORY_MIB * 2**20
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    process = subprocess.Popen(
        [sys.executable, EXAMPLE / "survey.py", built, "--save", tmp_path / "result.npy"]
        + [f"--traces={TRACES}", f"--samples={SAMPLES}", f"--chunk={CHUNK}"]
        + [f"--memory={MEMORY_MIB}MiB"],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(REPOSITORY / "python"),
            "TMPDIR": str(scratch),
            "XDG_CONFIG_HOME": str(scratch),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 0, said
    assert "1.2 times a worker's memory" in said
    assert "Traceback" not in said
    assert ended(process.pid)
    assert not list(scratch.rglob("*"))
    assert {path.name for path in tmp_path.iterdir()} == {"scratch", "result.npy"}

    found = np.load(tmp_path / "result.npy")
    assert found.shape == (TRACES,)
    reference = energies(0, CHUNK)
    loudest = reference.max()
    np.testing.assert_allclose(found[:CHUNK], 10 * np.log10(reference / loudest), rtol=1e-14)
    last = energies(TRACES - 7, TRACES)
    np.testing.assert_allclose(found[-7:], 10 * np.log10(last / loudest), rtol=1e-14)
    assert found.max() == 0


X = np.arange(60.0).reshape(6, 10) + 1


@pytest.fixture
def x() -> da.Array:
    return da.from_array(X, chunks=(2, 5))


@vectorize(["float64(float64, float64)"], target="cuda")
def declared(a, b):
    return a / (a + b)


@vectorize
def lazy(a, b):
    return a / (a + b)


@guvectorize(["void(float64[:], float64[:])"], "(n)->()", target="cuda")
def last(row, out):
    out[0] = row[row.shape[0] - 1]


@pytest.mark.parametrize("scheduler", ["threads", "processes"])
@pytest.mark.parametrize("ufunc", [declared, lazy])
def test_ufuncs_of_a_running_program_take_dask_arrays(
    x: da.Array, ufunc: Any, scheduler: str
) -> None:
    made = ufunc(x, 2.0) + ufunc(1.0, x.T).T
    assert isinstance(made, da.Array)
    with dask.config.set(scheduler=scheduler, num_workers=2):
        assert np.array_equal(made.compute(), X / (X + 2) + 1 / (1 + X))
    assert np.array_equal(ufunc(X, x).compute(), X / (X + X))


def test_gufuncs_take_dask_arrays(x: da.Array, built: Path) -> None:
    rows = x.rechunk({1: -1})
    for gufunc in (last, pycu.load(built).energy):
        made = gufunc(rows.astype("f4") if gufunc is not last else rows)
        assert isinstance(made, da.Array)
        assert made.chunks == ((2, 2, 2),)
    assert np.array_equal(last(rows).compute(scheduler="threads"), X[:, -1])
    assert np.array_equal(da.apply_gufunc(last, "(n)->()", rows).compute(), X[:, -1])


def test_the_graph_of_a_loaded_ufunc_pickles(x: da.Array, built: Path) -> None:
    made = pycu.load(built).decibel(x, 2.0)
    again = pickle.loads(pickle.dumps(made))
    assert again.name == made.name
    np.testing.assert_allclose(again.compute(), 10 * np.log10(X / 2), rtol=1e-14)
    assert pycu.load(built).decibel(x, 2.0).name == made.name, "the same work has the same name"


class Answering:
    """An array of a library that answers for itself."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked: list[Any] = []

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        self.asked.append((ufunc, method, inputs, options))
        return self.answer


class Derived(Answering):
    pass


def test_operands_are_asked_as_numpy_asks_them(built: Path) -> None:
    decibel = pycu.load(built).decibel
    for ufunc in (decibel, declared):
        mute, other, derived = Answering(NotImplemented), Answering(1), Derived("yes")
        assert ufunc(mute, derived) == "yes"
        assert not mute.asked, "a derived type comes first"
        assert derived.asked == [(ufunc, "__call__", (mute, derived), {})]
        assert ufunc(1.0, 2.0, out=other) == 1
        assert other.asked == [(ufunc, "__call__", (1.0, 2.0), {"out": (other,)})]
        with pytest.raises(TypeError, match="operand type"):
            ufunc(mute, 1.0)
