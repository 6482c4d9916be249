"""What a CUDA library asks of the runtime, call by call, and how the runtime's errors come back.

The library is built by `pycu build` as a user would, but for the shared runtime; the stand-in of
tests/ptx answers it and records every call with its bytes.
"""

from __future__ import annotations

import ctypes
import gc
import struct
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cuda_target
import harness
import host_script
import numpy as np
import pycu
import pytest
from abi_arrays import DeviceArray

SOURCE = """
from numba import cuda, float32, int32, vectorize


@vectorize(["float32(float32, float32)"], target="cuda")
def plus(x, y):
    return x + y


@cuda.jit("void(float32, float32[:], float32[:])")
def scaled(a, x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i]


@cuda.jit("void(int8, int64[:, :], float64)")
def filled(k, out, x):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = k + int32(x)


@cuda.jit("void(float32[:])")
def through_shared(out):
    tile = cuda.shared.array(64, float32)
    i = cuda.threadIdx.x
    tile[i] = out[i]
    cuda.syncthreads()
    out[i] = tile[cuda.blockDim.x - 1 - i]


@cuda.jit("void(int32[:], int64)")
def stray(out, offset):
    out[cuda.grid(1) + offset] = 1
"""

POINTER = 8


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    cuda_target.needs_nvcc()
    out = tmp_path_factory.mktemp("cuda_runtime")
    source = out / "calls.py"
    source.write_text(SOURCE, encoding="utf-8")
    overlap = harness.REPOSITORY / "testdata" / "run" / "overlap.py"
    command = [harness.binary(), "build", source, overlap, "-o", out, "--target", "cuda"]
    done = subprocess.run(
        [str(word) for word in [*command, *cuda_target.PASSED_ON]], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture
def k(folder: Path) -> Iterator[Any]:
    """The module, on a runtime that has forgotten what was before."""
    standin = cuda_target.standin()
    module = pycu.load(folder / "calls.json")
    standin.ptx_reset()
    before = standin.ptx_allocations()
    yield module
    gc.collect()  # the frames of exceptions that were expected have arrays of the device
    standin.ptx_reset()
    # the constants of a module that has been launched stay
    assert standin.ptx_allocations() == before, "device memory was not given back"


def calls(function: str) -> list[dict[str, Any]]:
    return [one for one in cuda_target.record() if one["function"] == function]


def test_contiguous_arguments_take_their_entry_byte_by_byte(k: Any) -> None:
    x, out = np.arange(100, dtype=np.float32), np.zeros(100, np.float32)
    k.scaled[(2, 1, 1), 64](2.5, x, out)
    np.testing.assert_array_equal(out, x * np.float32(2.5))
    [launch] = cuda_target.launches()
    assert launch["entry"] == "calls::scaled__contiguous"
    assert (launch["grid"], launch["block"]) == ([2, 1, 1], [64, 1, 1])
    assert (launch["shared"], launch["stream"], launch["code"]) == (0, 0, 0)
    a, x_data, x_shape, out_data, out_shape = map(bytes.fromhex, launch["args"])
    assert a == struct.pack("<f", 2.5)
    assert x_shape == out_shape == struct.pack("<i", 100)
    assert len(x_data) == len(out_data) == POINTER and x_data != out_data
    for device, host in ((x_data, x), (out_data, out)):
        assert struct.unpack("<Q", device)[0] % 256 == host.ctypes.data % 256


def test_strided_arguments_take_theirs(k: Any) -> None:
    base, out = np.arange(200, dtype=np.float32), np.zeros(100, np.float32)
    k.scaled[2, 64](1.0, base[::-2], out)
    np.testing.assert_array_equal(out, base[::-2])
    [launch] = cuda_target.launches()
    assert launch["entry"] == "calls::scaled__strided"
    _, _, x_shape, x_strides, _, out_shape, out_strides = map(bytes.fromhex, launch["args"])
    assert x_shape == out_shape == struct.pack("<q", 100)
    assert x_strides == struct.pack("<q", -8)
    assert out_strides == struct.pack("<q", 4)


def test_overlapping_arguments_take_the_strided_entry(folder: Path) -> None:
    cuda_target.standin().ptx_reset()
    module = pycu.load(folder / "overlap.json")
    script = host_script.load(harness.REPOSITORY / "testdata" / "run" / "overlap.py")
    seen = []

    class Watched:
        """`last_entry` is what the library says; here it is what the runtime was asked for."""

        def __init__(self, kernel: Any) -> None:
            self.kernel = kernel

        def __getitem__(self, configuration: Any) -> Any:
            return self.kernel[configuration]

        def last_entry(self) -> str:
            asked = cuda_target.launches()[-1]["entry"]
            seen.append(asked)
            entry = f"{self.kernel.name}__{self.kernel.last_entry()}"
            assert asked == f"overlap::{entry}"
            return asked.rsplit("__")[-1]

    class Module:
        def __getattr__(self, name: str) -> Watched:
            return Watched(module[name])

    script.check_entries(Module())
    assert len(seen) >= 10


def test_scalars_of_every_width_arrive(k: Any) -> None:
    out = np.zeros((3, 5), np.int64)
    k.filled[(1, 1), (4, 8)](-7, out, 9.75)
    np.testing.assert_array_equal(out, 2)
    [launch] = cuda_target.launches()
    number, _, rows, columns, x = map(bytes.fromhex, launch["args"])
    assert number == struct.pack("<b", -7)
    assert rows + columns == struct.pack("<ii", 3, 5)
    assert x == struct.pack("<d", 9.75)


def test_a_launch_asks_for_large_shared_memory_once(k: Any) -> None:
    out = np.arange(64, dtype=np.float32)
    for shared in (256, 60_000, 50_000, 100_000):
        k.through_shared[1, 64, 0, shared](out)
    np.testing.assert_array_equal(out, np.arange(64))
    asked = [one["value"] for one in calls("cudaFuncSetAttribute")]
    assert asked == [256, 60_000, 100_000]
    assert {one["attribute"] for one in calls("cudaFuncSetAttribute")} == {8}
    assert [one["shared"] for one in cuda_target.launches()] == [256, 60_000, 50_000, 100_000]
    with pytest.raises(pycu.LaunchError, match="300000 bytes"):
        k.through_shared[1, 64, 0, 300_000](out)
    assert len(cuda_target.launches()) == 4, "the runtime was asked for what no block can have"


def test_a_stream_reaches_every_call(k: Any) -> None:
    out = np.zeros(64, np.float32)
    k.scaled[1, 64, 0x5000](1.0, np.ones(64, np.float32), out)
    streams = [one["stream"] for one in cuda_target.record() if "stream" in one]
    assert len(streams) >= 5
    assert set(streams) == {0x5000}


def test_a_wrapper_launches_and_does_nothing_else(folder: Path, k: Any) -> None:
    """No allocation, no copy, no waiting: it may be captured into a graph."""
    library = ctypes.CDLL(str(folder / "libcalls.so"))

    class Dim3(ctypes.Structure):
        _fields_ = [(axis, ctypes.c_uint32) for axis in "xyz"]

    class Array(ctypes.Structure):
        _fields_ = [
            ("data", ctypes.c_void_p),
            ("shape", ctypes.c_int64 * 1),
            ("strides", ctypes.c_int64 * 1),
        ]

    memory = ctypes.c_void_p()
    assert library.calls_malloc(ctypes.byref(memory), ctypes.c_size_t(400)) == 0
    x = Array(memory.value, (100,), (4,))
    cuda_target.standin().ptx_reset()
    code = library.calls_scaled(
        Dim3(1, 1, 1), Dim3(32, 1, 1), ctypes.c_uint32(0), None, ctypes.c_float(2), x, x
    )
    assert code == 0
    assert [one["function"] for one in cuda_target.record()] == ["launch"]
    assert library.calls_free(memory) == 0


@pytest.mark.parametrize("function", ["cudaMalloc", "cudaMemcpyAsync", "cudaStreamSynchronize"])
def test_an_error_of_the_runtime_has_its_code_and_text(k: Any, function: str) -> None:
    cuda_target.standin().ptx_fail(function.encode(), 2)
    with pytest.raises(pycu.LaunchError, match="out of memory") as caught:
        k.scaled[1, 32](1.0, np.ones(32, np.float32), np.zeros(32, np.float32))
    assert caught.value.code == 1002
    assert [one["code"] for one in calls(function) if one["code"]] == [2]
    # and the next launch is a good one
    out = np.zeros(32, np.float32)
    k.scaled[1, 32](1.0, np.ones(32, np.float32), out)
    np.testing.assert_array_equal(out, 1)


def test_the_launch_returns_its_own_status(k: Any) -> None:
    cuda_target.standin().ptx_fail(b"launch", 209)
    with pytest.raises(pycu.LaunchError, match="no kernel image is available") as caught:
        k.scaled[1, 32](1.0, np.ones(32, np.float32), np.zeros(32, np.float32))
    assert caught.value.code == 1209
    cuda_target.standin().ptx_fail(b"cudaFuncSetAttribute", 1)
    with pytest.raises(pycu.LaunchError, match="invalid argument"):
        k.through_shared[1, 64, 0, 200_000](np.zeros(64, np.float32))
    assert len(cuda_target.launches()) == 1, "a launch was tried although the attribute failed"


def test_a_stray_store_is_an_error_that_says_who(k: Any) -> None:
    with pytest.raises(pycu.LaunchError, match="illegal memory access") as caught:
        k.stray[2, 4](np.zeros(8, np.int32), 1_000_000_000)
    assert caught.value.code == 1700
    text = str(caught.value)
    assert "stray__contiguous" in text
    assert "block (0,0,0) thread (0,0,0)" in text
    assert "store of 4 bytes at address 0x" in text


def test_ten_threads_launch_at_once(k: Any) -> None:
    def work(number: int) -> np.ndarray:
        out = np.zeros(256, np.float32)
        for _ in range(5):
            k.scaled[4, 64](float(number), np.ones(256, np.float32), out)
        return out

    with ThreadPoolExecutor(10) as pool:
        for number, out in enumerate(pool.map(work, range(10))):
            np.testing.assert_array_equal(out, number)
    assert len(cuda_target.launches()) == 50


def test_a_ufunc_of_host_arrays_is_launched_on_copies(k: Any) -> None:
    x = np.arange(600, dtype=np.float32).reshape(20, 30)
    np.testing.assert_array_equal(k.plus(x, x), x + x)
    [launch] = cuda_target.launches()
    assert "plus__f4_f4" in launch["entry"] and "Packed" in launch["entry"]
    assert launch["grid"] == [1, 1, 1] and launch["block"] == [256, 1, 1]
    cuda_target.standin().ptx_reset()
    np.testing.assert_array_equal(k.plus(x[:, ::2], x[:, :1]), x[:, ::2] + x[:, :1])
    assert all("plus__f4_f4" in one["entry"] for one in cuda_target.launches())
    assert k.plus.reduce(x, axis=0).tolist() == x.sum(axis=0).tolist()
    assert k.plus.accumulate(x[0, :5]).tolist() == x[0, :5].cumsum().tolist()


def test_a_ufunc_takes_arrays_of_the_device(k: Any) -> None:
    memory = k._pycu_library.memory
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    device, out = DeviceArray(memory, x), DeviceArray(memory, np.zeros((2, 3), np.float32))
    cuda_target.standin().ptx_reset()
    assert k.plus(device, x[:, :1].copy(), out=out, stream=77) is out
    [launch] = cuda_target.launches()
    assert launch["stream"] == 77 and "Strided" in launch["entry"]
    np.testing.assert_array_equal(out.to_host(), x + x[:, :1])
    assert k.plus(out, 1, out=out) is out
    np.testing.assert_array_equal(out.to_host(), x + x[:, :1] + 1)
    with pytest.raises(TypeError, match="an array of int32, and its loop takes float32|safe"):
        k.plus(DeviceArray(memory, np.zeros(3, np.int32)), device, out=out)
    with pytest.raises(pycu.LaunchError, match="could not be broadcast together"):
        k.plus(device, DeviceArray(memory, np.zeros(4, np.float32)), out=out)
    with pytest.raises(TypeError, match="stay there"):
        k.plus(device, device, out=x)
    with pytest.raises(TypeError, match="no where="):
        k.plus(device, device, out=out, where=x > 1)
    assert k.plus(device, device, out=(out,)) is out


def test_the_stream_that_makes_an_array_is_awaited(k: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = k._pycu_library.memory
    x, y, out = (DeviceArray(memory, np.ones(3, np.float32)) for _ in range(3))
    awaited: list[int] = []
    monkeypatch.setattr(memory, "sync", awaited.append)

    def streams(of_y: int | None, of_out: int | None, own: int) -> list[int]:
        y.stream, out.stream = of_y, of_out
        awaited.clear()
        k.plus(x, y, out=out, stream=own)
        return list(awaited)

    assert streams(None, None, 0) == []
    assert streams(77, None, 0) == [77]
    assert streams(77, 78, 0) == [77, 78]
    assert streams(77, None, 77) == [], "the stream itself keeps the order"
    assert streams(1, None, 0) == [], "1 is the default stream"
    assert streams(1, None, 77) == [1]


def test_numbers_beside_arrays_of_the_device_have_no_axis(k: Any) -> None:
    memory = k._pycu_library.memory
    number, out = DeviceArray(memory, np.float32(2)), DeviceArray(memory, np.zeros((), np.float32))
    k.plus(number, 3, out=out)
    assert out.to_host() == 5
