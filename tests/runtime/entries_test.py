"""Which entry a launch takes, and which arguments it refuses, through the C ABI alone."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from harness import build

SOURCE = '''"""Kernels whose results show which elements they read and wrote."""
from numba import cuda, float32


@cuda.jit("void(float32[:], float32[:])")
def shift(x, y):
    i = cuda.grid(1)
    if i < y.shape[0]:
        y[i] = x[i] + 1.0


@cuda.jit("void(float64[:, ::1], float64[:, ::1])")
def packed(a, b):
    i = cuda.grid(1)
    if i < a.shape[0]:
        for j in range(a.shape[1]):
            b[i, j] = a[i, j]


@cuda.jit("void(float64[::1, :])")
def columns(a):
    i = cuda.grid(1)
    if i < a.shape[0]:
        a[i, 0] = a[i, 1]


@cuda.jit("void(int32[::1], int32[::1], int64)")
def total(a, b, n):
    pass


@cuda.jit("void(float32[::1])")
def aligned(a):
    shared = cuda.shared.array(64, float32, alignment=16)
    local = cuda.local.array(3, float32, alignment=32)
    t = cuda.threadIdx.x
    shared[t] = a[t]
    local[0] = 1.0
    cuda.syncthreads()
    a[t] = shared[63 - t] + local[0]


@cuda.jit("void()")
def copy():
    pass


@cuda.jit("void(int64[::1], int64)")
def last(out, n):
    """What the last thread of the grid computes of its place and a number."""
    i = cuda.grid(1)
    if i == cuda.gridsize(1) - 1:
        out[0] = i
        for m in range(n - 1, n):
            out[1] = n * n + i * n + m


@cuda.jit("void(int64[::1], int32)")
def last_of_int32(out, n):
    """What the last thread of the grid computes of its place and a number."""
    i = cuda.grid(1)
    if i == cuda.gridsize(1) - 1:
        out[0] = i
        for m in range(n - 1, n):
            out[1] = n * n + i * n + m


@cuda.jit("void(int64[::1])")
def blocks_of_1024(out):
    if cuda.blockIdx.x == cuda.gridDim.x - 1:
        out[0] = cuda.blockIdx.x * 1024


@cuda.jit("void(int8[:, ::1], int64[::1])")
def corner(x, out):
    rows, cols = x.shape
    out[0] = (rows + cols) * x.size
    x[rows - 1, -1] = 7
'''


class Dim3(ctypes.Structure):
    _fields_ = [("x", ctypes.c_uint32), ("y", ctypes.c_uint32), ("z", ctypes.c_uint32)]


def argument(array: np.ndarray, address: int | None = None) -> ctypes.Structure:
    """The array as its struct of pycu_abi.h; `address` stands in for its own."""
    numbers = ctypes.c_int64 * array.ndim

    class Array(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p), ("shape", numbers), ("strides", numbers)]

    data = array.ctypes.data if address is None else address
    return Array(data, numbers(*array.shape), numbers(*array.strides))


class Module:
    """A built library, called as a C program calls it."""

    def __init__(self, library: Path) -> None:
        self.library = ctypes.CDLL(str(library))
        for name in ("last_error", "last_entry"):
            getattr(self.library, f"entries_{name}").restype = ctypes.c_char_p

    def launch(self, kernel: str, *arguments: object, grid: int = 1, block: int = 64) -> int:
        function: Callable[..., int] = getattr(self.library, f"entries_{kernel}")
        return function(Dim3(grid, 1, 1), Dim3(block, 1, 1), ctypes.c_uint32(0), None, *arguments)

    @property
    def entry(self) -> str:
        return self.library.entries_last_entry().decode()

    @property
    def error(self) -> str:
        return self.library.entries_last_error().decode()


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Module:
    folder = tmp_path_factory.mktemp("entries")
    source = folder / "entries.py"
    source.write_text(SOURCE)
    build([source], folder)
    return Module(folder / "libentries.so")


def test_packed_arrays_that_are_apart_take_the_contiguous_entry(module: Module) -> None:
    x, y = np.arange(50, dtype=np.float32), np.zeros(50, np.float32)
    assert module.launch("shift", argument(x), argument(y)) == 0
    assert module.entry == "contiguous"
    assert np.array_equal(y, x + 1)
    assert module.launch("shift__a1f4a_a1f4a", argument(x), argument(x + 0)) == 0
    assert module.entry == "contiguous"


def test_overlapping_arrays_take_the_strided_entry(module: Module) -> None:
    for offset in (0, 1, 49):
        data = np.zeros(100, np.float32)
        x, y = data[:50], data[offset : offset + 50]
        assert module.launch("shift", argument(x), argument(y)) == 0
        assert module.entry == "strided"
    touching = np.zeros(100, np.float32)
    assert module.launch("shift", argument(touching[:50]), argument(touching[50:])) == 0
    assert module.entry == "contiguous"
    one = np.zeros((8, 8))
    assert module.launch("packed", argument(one), argument(one)) == 0
    assert module.entry == "strided"


@pytest.mark.parametrize(
    ("threads", "n", "entry"),
    [
        ((1 << 30) - 1024, 3, "contiguous"),
        (1 << 30, 3, "strided"),
        (1 << 31, -3, "strided"),
        (64, (1 << 30) - 1, "contiguous"),
        (64, 1 - (1 << 30), "contiguous"),
        (64, 1 << 30, "strided"),
        (64, -(1 << 30), "strided"),
        (64, -(1 << 31), "strided"),
        (64, -(1 << 31) - 1, "strided"),
    ],
)
def test_many_threads_and_large_numbers_take_indices_of_64_bits(
    module: Module, threads: int, n: int, entry: str
) -> None:
    out = np.zeros(2, np.int64)
    block = min(threads, 1024)
    number = ctypes.c_int64(n)
    assert module.launch("last", argument(out), number, grid=threads // block, block=block) == 0
    assert module.entry == entry
    assert out.tolist() == [threads - 1, n * n + (threads - 1) * n + n - 1]


@pytest.mark.parametrize(
    ("n", "entry"),
    [
        ((1 << 30) - 1, "contiguous"),
        (1 - (1 << 30), "contiguous"),
        (1 << 30, "strided"),
        (-(1 << 30), "strided"),
        ((1 << 31) - 1, "strided"),
        (-(1 << 31), "strided"),
    ],
)
def test_numbers_that_are_int_anyhow_have_the_same_bounds(
    module: Module, n: int, entry: str
) -> None:
    out = np.zeros(2, np.int64)
    assert module.launch("last_of_int32", argument(out), ctypes.c_int32(n), block=64) == 0
    assert module.entry == entry
    assert out.tolist() == [63, n * n + 63 * n + n - 1]


@pytest.mark.parametrize("entry", ["contiguous", "strided"])
def test_a_block_size_in_the_source_bounds_the_blocks(module: Module, entry: str) -> None:
    out = np.zeros(1, np.int64)
    grid = (1 << 20) - (entry == "contiguous")
    assert module.launch("blocks_of_1024", argument(out), grid=grid, block=1) == 0
    assert module.entry == entry
    assert out[0] == (grid - 1) * 1024


@pytest.mark.parametrize(
    ("shape", "entry"),
    [
        ((1 << 15, (1 << 15) - 1), "contiguous"),
        ((1 << 15, 1 << 15), "strided"),
        ((1, (1 << 30) - 1), "contiguous"),
        ((1 << 30, 1), "strided"),
        ((3, 1 << 30), "strided"),
    ],
)
def test_many_elements_take_indices_of_64_bits(
    module: Module, shape: tuple[int, int], entry: str
) -> None:
    x, out = np.zeros(shape, np.int8), np.zeros(1, np.int64)  # of which one page is touched
    assert module.launch("corner", argument(x), argument(out), block=1) == 0
    assert module.entry == entry
    assert out[0] == sum(shape) * shape[0] * shape[1]
    assert x[-1, -1] == 7


@pytest.mark.parametrize("step", [2, -1, -3, 0])
def test_strides_take_the_strided_entry(module: Module, step: int) -> None:
    data = np.arange(200, dtype=np.float32)
    x = data[::step][:50] if step else np.broadcast_to(data[7], 50)
    y = np.zeros(50, np.float32)
    assert module.launch("shift", argument(x), argument(y)) == 0
    assert module.entry == "strided"
    assert np.array_equal(y, x + 1)


def test_axes_of_one_element_and_empty_arrays_are_contiguous(module: Module) -> None:
    a, b = np.ones((1, 6)), np.zeros((1, 6))
    a.strides = (8, 8)
    assert module.launch("packed", argument(a), argument(b)) == 0
    assert module.entry == "contiguous"
    empty = np.zeros(0, np.float32)
    assert module.launch("shift", argument(empty, 0), argument(empty, 0)) == 0
    assert module.entry == "contiguous"


def test_unaligned_elements_are_taken_where_nothing_is_promised(module: Module) -> None:
    raw = np.zeros(50 * 4 + 1, np.uint8)
    x = raw[1:].view(np.float32)
    x[:] = np.arange(50)
    y = np.zeros(50, np.float32)
    assert module.launch("shift", argument(x), argument(y)) == 0
    assert module.entry == "strided"
    assert np.array_equal(y, x + 1)


def test_broken_promises_are_refused(module: Module) -> None:
    good = np.zeros((4, 4))
    for bad in (good.T[:, :3], np.zeros((4, 8))[:, ::2], np.zeros((4, 8))[:, :4]):
        assert module.launch("packed", argument(bad), argument(good)) == 6
        assert module.error.startswith("packed: the signature says that `a` is C-contiguous")
    assert module.launch("columns", argument(good)) == 6
    assert module.launch("columns", argument(np.asfortranarray(good))) == 0
    assert module.error == ""
    raw = np.zeros(4 * 4 * 8 + 1, np.uint8)
    unaligned = raw[1:].view(np.float64).reshape(4, 4)
    assert module.launch("packed", argument(good), argument(unaligned)) == 7
    assert "`b` are not aligned to 8 bytes" in module.error


def test_what_no_array_is_like_is_refused(module: Module) -> None:
    x = np.zeros(4, np.float32)
    assert module.launch("shift", argument(x), argument(x, 0)) == 4
    assert module.error == "shift: `y` is a null pointer and not empty"
    wrong = argument(x)
    wrong.shape[0] = -1
    assert module.launch("shift", wrong, argument(x)) == 5
    huge = argument(x)
    huge.shape[0] = 2**62
    assert module.launch("shift", argument(x), huge) == 5


def test_geometry_is_that_of_cuda(module: Module) -> None:
    x = np.zeros(4, np.float32)
    assert module.launch("shift", argument(x), argument(x), grid=0) == 1
    assert module.launch("shift", argument(x), argument(x), block=0) == 2
    assert module.launch("shift", argument(x), argument(x), block=1025) == 2
    assert "1025" in module.error


def test_kernels_without_arrays_and_with_names_of_helpers(module: Module) -> None:
    assert module.launch("copy_") == 0
    assert module.launch("copy__v") == 0
    a, b = np.zeros(3, np.int32), np.zeros(3, np.int32)
    assert module.launch("total", argument(a), argument(a), ctypes.c_int64(3)) == 0
    assert module.entry == "contiguous"
    assert module.launch("total", argument(a), argument(b), ctypes.c_int64(3)) == 0


def test_aligned_arrays(module: Module) -> None:
    a = np.arange(64, dtype=np.float32)
    assert module.launch("aligned", argument(a)) == 0
    assert np.array_equal(a, np.arange(64, dtype=np.float32)[::-1] + 1)
