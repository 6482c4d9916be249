"""Random generators of the host against numba.cuda.random, bit for bit where it says so."""

import numpy as np
import pytest
from harness import binary
from pycu import cuda, types
from pycu._stubs import path_of
from pycu.cuda import random

theirs = pytest.importorskip("numba.cuda.random", reason="the reference is numba-cuda")


@pytest.mark.parametrize(
    "count,seed,start",
    [(0, 1, 0), (1, 1, 0), (2, 5, 1), (100, 42, 2), (33, 2**63 - 5, 13), (3, 0, 96)],
)
def test_states_are_numbas(count, seed, start):
    ours, other = (np.zeros(count, random.xoroshiro128p_dtype) for _ in range(2))
    random.init_xoroshiro128p_states_cpu(ours, seed, start)
    theirs.init_xoroshiro128p_states_cpu(other, seed, start)
    assert ours.tobytes() == other.tobytes()


@pytest.mark.parametrize(
    "name,error",
    [
        ("next", 0),
        ("uniform_float32", 0),
        ("uniform_float64", 0),
        ("normal_float32", 5e-7),
        ("normal_float64", 5e-7),
    ],
)
def test_draws_are_numbas(name, error):
    ours = np.zeros(3, random.xoroshiro128p_dtype)
    random.init_xoroshiro128p_states_cpu(ours, 7)
    other = ours.copy()
    for i in range(60):
        left = getattr(random, f"xoroshiro128p_{name}")(ours, i % 3)
        right = getattr(theirs, f"xoroshiro128p_{name}")(other, i % 3)
        assert abs(float(left) - float(right)) <= error * max(1, abs(float(right)))
    assert ours.tobytes() == other.tobytes()


def test_single_states_and_jumps():
    ours, other = (np.zeros(2, random.xoroshiro128p_dtype) for _ in range(2))
    for module, states in ((random, ours), (theirs, other)):
        module.init_xoroshiro128p_state(states, 1, 99)
        module.xoroshiro128p_jump(states, 1)
    assert ours.tobytes() == other.tobytes()


def test_states_on_the_device():
    states = random.create_xoroshiro128p_states(5, seed=3, subsequence_start=1)
    expected = np.zeros(5, random.xoroshiro128p_dtype)
    random.init_xoroshiro128p_states_cpu(expected, 3, 1)
    assert states.copy_to_host().tobytes() == expected.tobytes()
    assert types.signature_text(types.typeof(states)) == "xoroshiro128p_type[::1]"


def test_a_kernel_draws_what_the_host_does(monkeypatch):
    monkeypatch.setenv("PYCU_BINARY", str(binary()))

    @cuda.jit
    def draws(states, out):
        i = cuda.grid(1)
        if i < out.size:
            random.xoroshiro128p_next(states, i)
            out[i] = random.xoroshiro128p_uniform_float32(states, i)

    states = random.create_xoroshiro128p_states(5, seed=3)
    host = states.copy_to_host()
    out = np.zeros(5, np.float32)
    draws[1, 32](states, out)
    for i in range(5):
        random.xoroshiro128p_next(host, i)
        assert out[i] == random.xoroshiro128p_uniform_float32(host, i)
    assert states.copy_to_host().tobytes() == host.tobytes()


def test_kernels_know_the_functions():
    assert path_of(random.xoroshiro128p_uniform_float32) == (
        "numba.cuda.random.xoroshiro128p_uniform_float32"
    )
