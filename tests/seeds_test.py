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


CHECKS: dict[str, Callable[[Any], None]] = {
    "000_doubling": doubling,
    "001_primes": primes,
    "002_add_vectors": vectors,
    "003_6_add_kernel": add_kernel,
    "003_7_atomics": atomics,
    "003_8_histogram_buggy": histogram,
    "003_8_histogram_fixed": histogram,
    "003_9_transpose": transpose,
    "004_increment": increment,
    "004_memory": memory,
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
    # 003_4_polar has a device function and a ufunc alone.
    assert sorted(path.stem for path in SEEDS.glob("*.py")) == sorted([*CHECKS, "003_4_polar"])
