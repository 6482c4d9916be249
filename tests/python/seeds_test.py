"""The whole scripts of the seed documents need no signature: their launches say the types.

Each script of testdata/seeds is built for the CPU target without a flag, and its kernels are
compared with NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import harness
import numpy as np
import pycu
import pytest
from harness import REPOSITORY

SEEDS = REPOSITORY / "testdata" / "seeds"


def doubling(k: Any) -> None:
    for kernel in (k.doubled, k.doubled_auto_grid):
        a = np.random.randn(3, 3).astype(np.float32)
        before = a.copy()
        kernel[1, (3, 3)](a)
        assert np.array_equal(a, before * 2)
    a, out = np.random.randn(3, 3).astype(np.float32), np.zeros((3, 3), np.float32)
    k.doubled_man_copy[1, (3, 3)](a, out)
    assert np.array_equal(out, a * 2)


def primes(k: Any) -> None:
    result = np.zeros(1, np.int32)
    found = []
    for number in range(2, 100):
        k.check_prime_gpu_kernel[1, 1](number, result)
        if result[0] > 0:
            found.append(number)
    assert found == [n for n in range(2, 100) if all(n % d for d in range(2, n))]


def vectors(k: Any) -> None:
    a, b, out = np.array([1, 2, 3]), np.array([4, 5, 6]), np.zeros(3, np.int64)
    k.add_vectors[1, 32](a, b, out)
    assert out.tolist() == [5, 7, 9]


def add_kernel(k: Any) -> None:
    x = np.arange(1000).astype(np.float32)
    out = np.empty_like(x)
    k.add_kernel[3, 16](x, 2 * x, out)
    assert np.array_equal(out, 3 * x)


def atomics(k: Any) -> None:
    counter = np.zeros(1, np.int32)
    k.thread_counter_safe[64, 64](counter)
    assert counter[0] == 4096
    counter[:] = 0
    k.thread_counter_race_condition[64, 64](counter)
    assert 1 <= counter[0] <= 4096


def histogram(k: Any) -> None:
    x = np.linspace(-4, 4, 50).astype(np.float32)[:-1]  # the last one is the buggy one's bug
    out = np.zeros(10, np.int32)
    k.histogram[2, 32](x, np.float32(-4), np.float32(4), out)
    assert np.array_equal(out, np.histogram(x, bins=10, range=(-4, 4))[0])


def transpose(k: Any) -> None:
    a = np.arange(64 * 64, dtype=np.int32).reshape(64, 64)
    for kernel in (k.transpose, k.tile_transpose):
        out = np.zeros_like(a)
        kernel[(2, 2), (32, 8)](a, out)
        assert np.array_equal(out, a.T)


def increment(k: Any) -> None:
    a = np.array([3, 5, 9, 13, 7, 2, 4, 1])
    k.increment_by_one[2, 4](a)
    k.my_kernel[2, 4](a)
    assert a.tolist() == [4, 6, 10, 14, 8, 3, 5, 2]


def memory(k: Any) -> None:
    out = np.zeros(8)
    k.reverse_blocks[2, 4](np.arange(8.0), out)
    assert out.tolist() == [4, 3, 2, 1, 8, 7, 6, 5]


def hierarchy(k: Any) -> None:
    out = np.zeros((6, 5), np.int64)
    k.hierarchy_1d[3, 2](out)
    assert out.tolist() == [[i % 2, i // 2, 2, 3, 6] for i in range(6)]
    out = np.zeros((4, 6, 4), np.int64)
    k.hierarchy_2d[(2, 3), (2, 2)](out)
    assert out.tolist() == [[[x, y, 4, 6] for y in range(6)] for x in range(4)]
    out = np.zeros((4, 2, 6), np.int64)
    k.hierarchy_3d[(2, 1, 3), (2, 2, 2)](out)
    expected = np.arange(4 * 2 * 6).reshape((6, 2, 4)).T.copy()
    expected[0, 0, 0] = 3006
    assert np.array_equal(out, expected)


def doubling_ufuncs(k: Any) -> None:
    arr = np.random.randn(3, 3).astype(np.float32)
    before = arr.copy()
    assert np.array_equal(k.doubled_ufunc(arr), before * 2) and np.array_equal(arr, before)


def doubling_gufuncs(k: Any) -> None:
    arr = np.random.randn(3, 3).astype(np.float32)
    out = np.zeros_like(arr)
    assert k.doubled_gufunc(arr, out) is out
    assert np.array_equal(out, arr * 2)
    stack = np.random.randn(4, 3, 3).astype(np.float32)
    assert np.array_equal(k.doubled_gufunc(stack), stack * 2)


def reduction(k: Any) -> None:
    arr = np.random.randn(3, 3).astype(np.float32).flatten()
    assert np.isclose(k.reduce_gpu(arr), arr.sum(dtype=np.float64), rtol=1e-5, atol=1e-6)


def primes_by_ufunc(k: Any) -> None:
    checked = k.check_prime_gpu(np.arange(2, 10000, dtype=np.int32))
    assert checked.dtype == np.int32 and np.count_nonzero(checked) == 1229


def added(k: Any) -> None:
    a, b = np.array([1, 2, 3, 4]), np.array([10, 20, 30, 40])
    c = np.arange(4 * 4).reshape((4, 4))
    assert k.add_ufunc(a, b).tolist() == [11, 22, 33, 44]
    assert np.array_equal(k.add_ufunc(b[:, np.newaxis], c), b[:, np.newaxis] + c)
    assert k.add_ufunc(12, 17) == 29 and type(k.add_ufunc(12, 17)) is np.int64


def gaussian(k: Any) -> None:
    x = np.random.uniform(-3, 3, size=1000000).astype(np.float32)
    pdf = k.gaussian_pdf(x, 0.0, 1.0)
    expected = np.exp(-0.5 * x.astype(np.float64) ** 2) / np.sqrt(2 * np.pi)
    assert pdf.dtype == np.float32 and np.allclose(pdf, expected, rtol=1e-5)
    assert np.array_equal(pdf, k.gaussian_pdf(x, np.float32(0), np.float32(1)))
    stats = pytest.importorskip("scipy.stats", reason="SciPy was not found: no density of its own")
    assert np.allclose(pdf, stats.norm.pdf(x), rtol=1e-5)


def polar(k: Any) -> None:
    rho1, rho2 = np.random.uniform(0.5, 1.5, size=(2, 1000)).astype(np.float32)
    theta1, theta2 = np.random.uniform(-np.pi, np.pi, size=(2, 1000)).astype(np.float32)
    distance = k.polar_distance(rho1, theta1, rho2, theta2)
    z1 = rho1.astype(np.float64) * np.exp(1j * theta1.astype(np.float64))
    z2 = rho2.astype(np.float64) * np.exp(1j * theta2.astype(np.float64))
    assert distance.dtype == np.float32
    assert np.allclose(distance, np.abs(z1 - z2), rtol=1e-5, atol=2e-6)


def added_floats(k: Any) -> None:
    x = np.arange(100000).astype(np.float32)
    out = np.empty_like(x)
    assert k.add_ufunc(x, 2 * x, out=out) is out
    assert np.array_equal(out, 3 * x)


def sums(k: Any) -> None:
    values = np.arange(1234, dtype=np.float64) + 1
    assert k.sum_reduce(values) == values.sum()
    assert k.sum_reduce(np.arange(10)) == 45
    assert k.sum_reduce(np.arange(10), init=100) == 145


CHECKS: dict[str, Callable[[Any], None]] = {
    "000_doubling": doubling,
    "000_gufunc": doubling_gufuncs,
    "000_reduce": reduction,
    "000_ufunc": doubling_ufuncs,
    "001_primes": primes,
    "001_primes_ufunc": primes_by_ufunc,
    "002_add_vectors": vectors,
    "003_2_ufuncs": added,
    "003_3_gaussian": gaussian,
    "003_4_polar": polar,
    "003_5_device_memory": added_floats,
    "003_6_add_kernel": add_kernel,
    "003_7_atomics": atomics,
    "003_8_histogram_buggy": histogram,
    "003_8_histogram_fixed": histogram,
    "003_9_transpose": transpose,
    "004_increment": increment,
    "004_memory": memory,
    "004_reduce": sums,
    "004_thread_hierarchy": hierarchy,
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    folder = tmp_path_factory.mktemp("seeds")
    sources = []
    for stem in CHECKS:
        sources.append(folder / f"{stem}.py")
        sources[-1].write_text((SEEDS / f"{stem}.py").read_text())
    return folder, harness.build_each(sources, folder / "out")


@pytest.mark.parametrize("stem", CHECKS)
def test_kernels_of_the_seed_need_no_signature(
    stem: str, built: tuple[Path, dict[str, str]]
) -> None:
    folder, failed = built
    assert stem not in failed, failed[stem]
    CHECKS[stem](pycu.load(folder / "out" / f"m{stem}.json"))


def test_every_seed_with_kernels_is_here() -> None:
    assert sorted(path.stem for path in SEEDS.glob("*.py")) == sorted(CHECKS)
