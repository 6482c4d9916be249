"""The random generators against Numba's own, whose host functions need no GPU."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pycu
import pytest
from harness import REPOSITORY, build
from numba.cuda import random as numba_random

DRAWS = 8


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> pycu.Module:
    out: Path = tmp_path_factory.mktemp("random")
    build([REPOSITORY / "testdata/run/random_generators.py"], out)
    return pycu.load(out / "random_generators.json")


def numba_states(n: int, seed: int, start: int) -> np.ndarray:
    states = np.zeros(n, numba_random.xoroshiro128p_dtype)
    numba_random.init_xoroshiro128p_states_cpu(states, np.uint64(seed), np.uint64(start))
    return states


@pytest.mark.parametrize(("seed", "start"), [(1, 0), (2026, 3), (2**64 - 1, 1), (0, 17)])
def test_states_are_numbas(module: pycu.Module, seed: int, start: int) -> None:
    states = module.create_xoroshiro128p_states(50, seed, start)
    expected = numba_states(50, seed, start)
    assert states.tolist() == expected.tolist()
    assert len({state["s0"] for state in states}) == 50


def test_sequences_are_numbas(module: pycu.Module) -> None:
    n = 20
    states = module.create_xoroshiro128p_states(n, 7)
    expected = numba_states(n, 7, 0)
    single, double = np.zeros((n, DRAWS), np.float32), np.zeros((n, DRAWS))
    module.uniforms[1, 32](states, single, double)
    for i in range(n):
        for draw in range(DRAWS):
            one = numba_random.xoroshiro128p_uniform_float32(expected, i)
            two = numba_random.xoroshiro128p_uniform_float64(expected, i)
            assert (single[i, draw], double[i, draw]) == (np.float32(one), two)
    assert states.tolist() == expected.tolist()


def test_normal_numbers_are_numbas_within_two_ulp(module: pycu.Module) -> None:
    n = 20
    states = module.create_xoroshiro128p_states(n, 11)
    expected = numba_states(n, 11, 0)
    single, double = np.zeros((n, DRAWS), np.float32), np.zeros((n, DRAWS))
    module.normals[1, 32](states, single, double)
    for i in range(n):
        for draw in range(DRAWS):
            one = np.float32(numba_random.xoroshiro128p_normal_float32(expected, i))
            two = numba_random.xoroshiro128p_normal_float64(expected, i)
            assert abs(single[i, draw] - one) <= 2 * np.spacing(max(abs(one), np.float32(1)))
            # the logarithm is a float's in both
            assert abs(double[i, draw] - two) <= 2 * np.spacing(np.float32(max(abs(two), 1)))
    assert states.tolist() == expected.tolist()


def test_states_of_another_type_are_refused(module: pycu.Module) -> None:
    with pytest.raises(TypeError, match="no contiguous array"):
        module.init_xoroshiro128p_states(np.zeros(4, np.uint64), 1)
    with pytest.raises(TypeError, match="another dtype"):
        module.walks[1, 32](np.zeros(4, np.uint64), np.zeros(4, np.float32))
