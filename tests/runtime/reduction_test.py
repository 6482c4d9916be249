"""Reductions on both targets, beside exact sums: sizes, strides, storage, and what is refused.

The CUDA library is what `pycu build` makes; CUB's kernels run in the interpreter of tests/ptx.
"""

from __future__ import annotations

import ctypes
import math
import subprocess
from pathlib import Path
from typing import Any

import cuda_target
import harness
import numpy as np
import pycu
import pytest
from abi_arrays import DeviceArray, NdArray
from harness import REPOSITORY
from hypothesis import given, settings
from hypothesis import strategies as st

SOURCE = REPOSITORY / "testdata" / "run" / "reductions.py"
COMMON = settings(max_examples=40, deadline=None, derandomize=True)
SHAPE, NULL, MEMORY = 5, 4, 8  # codes of pycu_abi.h
# Around the runs of 64 elements, of 65,536, and of several of those.
SIZES = [0, 1, 2, 63, 64, 65, 127, 129, 1000, 65_535, 65_536, 65_537, 131_073, 300_007]
# One tile of CUB, several tiles, and more than one for a thread.
CUDA_SIZES = [1, 2, 33, 255, 257, 4_097, 20_011]


@pytest.fixture(scope="module")
def built() -> Path:
    out, failed = harness.build_cases("run")
    assert "reductions" not in failed, failed
    return out / "reductions.json"


@pytest.fixture(scope="module")
def k(built: Path) -> Any:
    return pycu.load(built)


@pytest.fixture(scope="module")
def on_cuda(tmp_path_factory: pytest.TempPathFactory) -> Any:
    cuda_target.needs_nvcc()
    cuda_target.standin()
    out = tmp_path_factory.mktemp("reductions")
    command = [harness.binary(), "build", SOURCE, "-o", out, "--target", "cuda"]
    done = subprocess.run(
        [str(word) for word in [*command, *cuda_target.PASSED_ON]], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return pycu.load(out / "reductions.json")


# ---- the CPU target


@st.composite
def strided(draw: Any) -> np.ndarray:
    """Integers of 64 bits at any distance from each other."""
    count, step = draw(st.sampled_from(SIZES)), draw(st.sampled_from([1, 1, 2, -1, -3, 0]))
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    base = rng.integers(-(2**62), 2**62, max(count * abs(step), 1))
    return np.broadcast_to(base[:1], count) if step == 0 else base[: count * abs(step)][::step]


def wrapped(value: int) -> int:
    return (value + 2**63) % 2**64 - 2**63


def test_sums_of_integers_are_exact(k: Any) -> None:
    @COMMON
    @given(strided(), st.sampled_from([None, 0, -17]), st.sampled_from([None, 0, 1, 100, -1]))
    def check(values: np.ndarray, init: int | None, size: int | None) -> None:
        part = values[:size] if size is not None else values
        # Python's integers, as a sum of many may leave 64 bits
        expected = wrapped(sum(part.tolist()) + (init or 0))
        assert int(k.total(values, init=init, size=size)) == expected

    check()


@pytest.mark.parametrize("count", SIZES)
def test_sums_of_floats_are_as_good_as_pairwise_ones(k: Any, count: int) -> None:
    values = np.random.default_rng(count).standard_normal(count)
    exact = math.fsum(values)
    scale = float(np.abs(values).sum()) + 1e-300
    assert abs(k.total(values) - exact) <= 20 * np.finfo(float).eps * scale
    assert k.total(values) == k.total(values.copy())


def test_one_result_whatever_the_number_of_workers(k: Any, monkeypatch: Any) -> None:
    values = np.random.default_rng(5).standard_normal(700_001)
    results = set()
    for workers in ("1", "2", "5"):
        monkeypatch.setenv("PYCU_WORKERS", workers)
        results.add(float(k.total(values)))
    assert len(results) == 1


def test_more_elements_than_32_bits_count(k: Any) -> None:
    """One element, 2**31 + 7 times: an array without a stride."""
    values = np.broadcast_to(np.int64(3), 2**31 + 7)
    assert k.total(values) == 3 * (2**31 + 7)


def test_arguments_are_those_of_numba(k: Any) -> None:
    values = np.arange(10.0)
    result = np.zeros(3)
    assert k.total(values, size=4, res=result, init=0.5, stream=0) is None
    assert result.tolist() == [6.5, 0, 0]
    for wrong in (np.zeros(1, np.float32), [0.0]):
        with pytest.raises(TypeError, match="res must be an array of float64"):
            k.total(values, res=wrong)
    with pytest.raises(TypeError, match="only support 1D array"):
        k.total(np.zeros((2, 2)))
    with pytest.raises(TypeError, match="no loop for uint8; it has float64, int64"):
        k.total(np.zeros(2, np.uint8))


class Wrapper:
    """`reductions_total__f8_f8`, called as a C program calls it."""

    def __init__(self, built: Path) -> None:
        library = ctypes.CDLL(str(built.parent / "libreductions.so"))
        library.reductions_last_error.restype = ctypes.c_char_p
        self.library, self.function = library, library.reductions_total__f8_f8
        pointer, size = ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)
        self.function.argtypes = [pointer, pointer, size, NdArray, pointer, pointer]

    def __call__(self, storage: Any, size: Any, array: NdArray, result: Any) -> tuple[int, str]:
        code = self.function(None, storage, size, array, None, result)
        return code, (self.library.reductions_last_error() or b"").decode()


def test_the_wrapper_says_what_it_needs_and_refuses_less(built: Path) -> None:
    call, size, result = Wrapper(built), ctypes.c_size_t(), ctypes.c_double(-1)
    values = np.arange(200_000.0)
    array, address = NdArray(values), ctypes.addressof(result)
    assert call(None, ctypes.byref(size), array, None) == (0, "")
    needed = size.value
    assert needed > 0 and result.value == -1
    storage = ctypes.create_string_buffer(needed)
    size.value = needed - 1
    code, text = call(storage, ctypes.byref(size), array, address)
    assert (code, text) == (MEMORY, f"total: {needed - 1} bytes of storage; {needed} are needed")
    assert result.value == -1
    size.value = needed
    assert call(storage, ctypes.byref(size), array, address) == (0, "")
    assert result.value == values.sum()


def test_the_wrapper_refuses_what_it_cannot_reduce(built: Path) -> None:
    call, size, result = Wrapper(built), ctypes.c_size_t(64), ctypes.c_double(-1)
    storage, address = ctypes.create_string_buffer(64), ctypes.addressof(result)
    array = NdArray(np.ones(3))
    assert call(storage, None, array, address) == (NULL, "total: `storage_bytes` is a null pointer")
    assert call(storage, ctypes.byref(size), array, None) == (
        NULL,
        "total: `result` is a null pointer",
    )
    plane = NdArray(np.ones((2, 2)))
    assert call(storage, ctypes.byref(size), plane, address) == (
        SHAPE,
        "total: only support 1D array",
    )
    array.data = None
    code, text = call(storage, ctypes.byref(size), array, address)
    assert (code, text) == (NULL, "total: `array` is a null pointer and not empty")
    assert result.value == -1


# ---- the CUDA target


@pytest.mark.parametrize("count", CUDA_SIZES)
def test_cub_reduces_what_the_cpu_target_does(on_cuda: Any, count: int) -> None:
    values = np.random.default_rng(count).integers(-(2**40), 2**40, count)
    assert on_cuda.total(values) == values.sum()
    assert on_cuda.total(values, init=5) == values.sum() + 5
    device = DeviceArray(on_cuda._pycu_library.memory, values)
    assert on_cuda.total(device) == values.sum()
    strided_values = DeviceArray(on_cuda._pycu_library.memory, values, step=-2)
    assert on_cuda.total(strided_values) == values[::-2].sum()


def test_the_stream_that_makes_an_array_is_awaited(
    on_cuda: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = on_cuda._pycu_library.memory
    device = DeviceArray(memory, np.arange(20.0))
    device.stream = 78
    awaited: list[int] = []
    monkeypatch.setattr(memory, "sync", awaited.append)
    assert on_cuda.total(device, stream=77) == 190.0
    assert awaited[0] == 78


def test_a_reduction_runs_on_its_stream(on_cuda: Any) -> None:
    cuda_target.standin().ptx_reset()
    device = DeviceArray(on_cuda._pycu_library.memory, np.arange(20_000.0))
    cuda_target.standin().ptx_reset()
    assert on_cuda.total(device, stream=77) == 199990000.0
    launches = cuda_target.launches()
    assert len(launches) > 1 and {one["stream"] for one in launches} == {77}


def test_nothing_to_reduce_gives_the_beginning_or_0(on_cuda: Any) -> None:
    assert on_cuda.total(np.zeros(0)) == 0
    assert on_cuda.total(np.zeros(0), init=2.5) == 2.5
