"""Device arrays as globals and in closures: kernels use them where they lie."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from pycu import cuda, types, vectorize

PARTICLE = np.dtype([("x", np.float64), ("n", np.int32)], align=True)
WEIGHTS = cuda.to_device(np.arange(10, dtype=np.float32))


class Foreign:
    """An array of another library."""

    def __init__(self, array: object, readonly: bool = False) -> None:
        self.kept = array
        interface = dict(array.__cuda_array_interface__)
        self.__cuda_array_interface__ = {**interface, "data": (interface["data"][0], readonly)}


def test_elements_are_read_and_written_where_they_lie() -> None:
    seen = cuda.to_device(np.zeros(10, np.int64))

    @cuda.jit
    def k(out):
        i = cuda.grid(1)
        if i < WEIGHTS.size:
            out[i] = WEIGHTS[i] * 2
            seen[i] += i + 1
            cuda.atomic.add(seen, 0, 100)

    out = np.zeros(10)
    k[1, 32](out)
    k[1, 32](out)
    np.testing.assert_array_equal(out, np.arange(10) * 2)
    np.testing.assert_array_equal(seen.copy_to_host(), [2002, *range(4, 21, 2)])
    WEIGHTS[3] = 50
    k[1, 32](out)
    assert out[3] == 100
    WEIGHTS[3] = 3


SQUARE = np.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize(
    "array",
    [
        cuda.to_device(SQUARE),
        cuda.to_device(np.asfortranarray(SQUARE)),
        cuda.to_device(np.arange(48.0).reshape(6, 8))[::2, ::2],
        cuda.to_device(SQUARE).T,
        cuda.to_device(SQUARE[:0]),
        cuda.to_device(SQUARE.astype(np.complex64)),
        cuda.to_device(SQUARE > 4),
        Foreign(cuda.to_device(SQUARE)),
        Foreign(cuda.to_device(SQUARE), readonly=True),
    ],
    ids=["C", "F", "strided", "transposed", "empty", "complex", "bool", "foreign", "readonly"],
)
def test_all_layouts_and_dtypes(array) -> None:
    @cuda.jit(device=True)
    def item(i, j):
        return array[i, j]

    @cuda.jit
    def k(out, extents):
        i, j = cuda.grid(2)
        extents[0], extents[1] = array.shape
        if i < array.shape[0] and j < array.shape[1]:
            out[i, j] = item(i, j)

    host = cuda.as_cuda_array(array).copy_to_host()
    out, extents = np.zeros(host.shape, host.dtype), np.zeros(2, np.int64)
    k[(1, 1), (8, 8)](out, extents)
    np.testing.assert_array_equal(out, host)
    assert tuple(extents) == host.shape


def test_no_axes_and_records() -> None:
    total = cuda.to_device(np.array(2.5))
    particles = cuda.to_device(np.zeros(4, PARTICLE))

    @cuda.jit
    def k():
        i = cuda.grid(1)
        if i < particles.size:
            particles[i].x = total[()] + i
            particles[i].n = i
        if i == 0:
            total[()] += 1

    k[1, 1]()
    k[1, 4]()
    assert total.copy_to_host() == 4.5
    assert particles.copy_to_host()[0]["n"] == 0
    np.testing.assert_array_equal(particles.copy_to_host()["n"], np.arange(4))


def test_an_argument_may_be_the_same_memory() -> None:
    shared = cuda.to_device(np.zeros(2, np.int64))

    @cuda.jit
    def k(a):
        for _ in range(3):
            a[0] += 1
            shared[0] += a[0]
            a[1] = shared[0]

    k[1, 1](shared)
    expected = 0
    for _ in range(3):
        expected = 2 * (expected + 1)
    np.testing.assert_array_equal(shared.copy_to_host(), [expected, expected])


def test_the_memory_lives_as_long_as_the_kernel() -> None:
    data = cuda.to_device(np.arange(1000.0))

    @cuda.jit
    def k(out):
        out[0] = data[999]

    out = np.zeros(1)
    k[1, 1](out)
    data = None
    gc.collect()
    others = [cuda.to_device(np.zeros(1000)) for _ in range(8)]
    out[0] = 0
    k[1, 1](out)
    assert out[0] == 999
    del others


def test_each_closure_has_its_own() -> None:
    def make(array):
        @cuda.jit
        def k(out):
            out[0] = array[0]

        return k

    kernels = [make(cuda.to_device(np.array([value]))) for value in (1.0, 2.0)]
    out = np.zeros(1)
    for kernel, value in zip(kernels, (1.0, 2.0)):
        kernel[1, 1](out)
        assert out[0] == value


def test_ufuncs_and_device_functions_that_write() -> None:
    table = cuda.to_device(np.array([10.0, 20.0, 30.0]))
    log = cuda.to_device(np.zeros(3, np.int32))

    @cuda.jit(device=True)
    def noted(a, i):
        a[i] += 1
        return table[i]

    @vectorize([types.float64(types.int64)], target="cuda")
    def looked_up(i):
        return noted(log, i)

    np.testing.assert_array_equal(looked_up(np.array([2, 0, 2])), [30, 10, 30])
    np.testing.assert_array_equal(log.copy_to_host(), [1, 0, 2])


def test_a_read_only_array_is_not_written() -> None:
    array = Foreign(cuda.to_device(SQUARE), readonly=True)

    @cuda.jit
    def k():
        array[0, 0] = 1

    with pytest.raises(Exception, match="PYCU0320"):
        k[1, 1]()


@pytest.mark.cpu_target("it is the CPU target that checks")
def test_checks_see_its_extents() -> None:
    array = cuda.to_device(SQUARE)

    @cuda.jit(debug=True, opt=False)
    def k(out, i):
        out[0] = array[i, 0]

    out = np.zeros(1)
    k[1, 1](out, 2)
    assert out[0] == 8
    with pytest.raises(IndexError, match="array"):
        k[1, 1](out, 3)
