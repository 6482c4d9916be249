"""Arrays of other libraries as arguments of loaded kernels of the CPU target: in their memory."""

from __future__ import annotations

import array
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pycu
import pytest
from harness import REPOSITORY, build
from pycu import _native

SOURCE = """\
from numba import cuda

@cuda.jit("void(float64[:], float64)")
def scale(x, factor):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= factor

@cuda.jit("void(float64[:], UniTuple(float64[:], 2))")
def add(out, parts):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = parts[0][i] + parts[1][i]
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    (folder / "others.py").write_text(SOURCE)
    build([folder / "others.py"], folder)
    return folder / "others.json"


@pytest.fixture
def k(built: Path) -> Any:
    return pycu.load(built)


class OfArrayInterface:
    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.__array_interface__ = array.__array_interface__


class OfCudaInterface:
    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.__cuda_array_interface__ = {**array.__array_interface__, "stream": None}


class OfDLPack:
    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()


MAKERS: list[Callable[[np.ndarray], Any]] = [
    memoryview,
    OfArrayInterface,
    OfCudaInterface,
    OfDLPack,
]


@pytest.mark.parametrize("other", MAKERS)
def test_results_are_in_the_memory_of_the_other_library(k: Any, other: Any) -> None:
    x = np.arange(12.0)
    k.scale[1, 32](other(x), 2.0)
    assert np.array_equal(x, 2 * np.arange(12.0))
    if other is not OfDLPack or np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        k.scale[1, 32](other(x[::-3]), 2.0)
        expected = 2 * np.arange(12.0)
        expected[::-3] *= 2
        assert np.array_equal(x, expected)


@pytest.mark.parametrize("other", MAKERS)
def test_they_may_stand_in_tuples(k: Any, other: Any) -> None:
    out = np.zeros(4)
    k.add[1, 4](out, (other(np.arange(4.0)), np.ones(4)))
    assert out.tolist() == [1, 2, 3, 4]


def test_an_array_of_the_standard_library_is_one(k: Any) -> None:
    x = array.array("d", [1, 2, 3])
    k.scale[1, 32](x, 3.0)
    assert x.tolist() == [3, 6, 9]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (memoryview(b"12345678"), r"is uint8\[::1\], the kernel takes float64\[:\]"),
        (memoryview(np.ones(3).tobytes()).cast("d"), "is read-only, the kernel writes to it"),
        (OfCudaInterface(np.ones((2, 2))), "another rank"),
        ([1.0], "is a Python list"),
        (object(), "is a Python object"),
    ],
)
def test_what_does_not_fit_is_refused_as_ever(k: Any, value: Any, text: str) -> None:
    with pytest.raises(TypeError, match=f"scale: argument `x` .*{text}"):
        k.scale[1, 32](value, 2.0)


def test_device_arrays_and_streams_of_the_running_program(k: Any) -> None:
    from pycu import cuda

    x = np.arange(1e6)
    device, stream = cuda.to_device(x), cuda.stream()
    gate = threading.Event()
    stream.add_callback(lambda *_: gate.wait())
    launch = k.scale[4000, 256, stream]
    launch(device, 2.0)
    launch(device, 2.0)
    copy = cuda.pinned_array_like(x)
    copy[:] = 0
    device.copy_to_host(copy, stream=stream)
    assert not copy.any(), "the stream waits, and the launches behind it"
    gate.set()
    stream.synchronize()
    assert np.array_equal(copy, 4 * x)
    assert np.array_equal(x, np.arange(1e6)), "device arrays have memory of their own"
    # memory of the host is the caller's again when the launch returns
    launch(x, 3.0)
    assert np.array_equal(x, 3 * np.arange(1e6))


def test_later_launches_are_without_python(k: Any) -> None:
    if _native.fast is None:
        pytest.skip("pycu._fast is not built")
    host = np.ones(4)
    for make in (OfArrayInterface, OfCudaInterface, OfDLPack, memoryview):
        k.scale[1, 4](make(host), 1.0)
        before = k.scale._fast_launches
        for _ in range(10):
            k.scale[1, 4](make(host), 2.0)
            k.scale[1, 4](host, 0.5)
        assert k.scale._fast_launches - before >= 19, make
    assert host.tolist() == [1] * 4


def test_arrays_that_share_memory_share_it(k: Any) -> None:
    for _ in range(3):
        host = np.arange(4.0)
        part = memoryview(host)
        k.add[1, 4](part, (part, part))
        assert host.tolist() == [0, 2, 4, 6]


def test_the_rest_of_pycu_is_imported_for_them_alone(built: Path) -> None:
    script = f"""
import sys, numpy, pycu
k = pycu.load({str(built)!r})
k.scale[1, 4](numpy.ones(4), numpy.float32(2))
k.add[1, 4](numpy.ones(4), (numpy.ones(4), numpy.ones(4)))
assert "pycu.cuda" not in sys.modules
k.scale[1, 4](memoryview(numpy.ones(4)), 2)
assert "pycu.cuda" in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], cwd=REPOSITORY / "python", check=True)
