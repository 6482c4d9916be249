"""The xoroshiro128+ generators: states, sequences of integers, uniform and normal numbers."""

import numpy as np
from case import THREADS, blocks, same
from numba import cuda, float32, float64, uint64, void
from numba.cuda.random import (
    init_xoroshiro128p_state,
    xoroshiro128p_jump,
    xoroshiro128p_next,
    xoroshiro128p_normal_float32,
    xoroshiro128p_normal_float64,
    xoroshiro128p_type,
    xoroshiro128p_uniform_float32,
    xoroshiro128p_uniform_float64,
)

DRAWS = 8


@cuda.jit(void(xoroshiro128p_type[:], uint64[:, :]))
def raw_numbers(states, out):
    i = cuda.grid(1)
    if i < states.size:
        for k in range(DRAWS):
            out[i, k] = xoroshiro128p_next(states, i)


@cuda.jit(void(xoroshiro128p_type[::1], float32[:, :], float64[:, :]))
def uniforms(states, single, double):
    i = cuda.grid(1)
    if i < states.shape[0]:
        for k in range(DRAWS):
            single[i, k] = xoroshiro128p_uniform_float32(states, i)
            double[i, k] = xoroshiro128p_uniform_float64(states, i)


@cuda.jit(void(xoroshiro128p_type[:], float32[:, :], float64[:, :]))
def normals(states, single, double):
    i = cuda.grid(1)
    if i < states.size:
        for k in range(DRAWS):
            single[i, k] = xoroshiro128p_normal_float32(states, i)
            double[i, k] = xoroshiro128p_normal_float64(states, i)


@cuda.jit(void(xoroshiro128p_type[:], uint64))
def seed_all(states, seed):
    """What the host does: one seed, and a subsequence for each generator."""
    i = cuda.grid(1)
    if i < states.size:
        init_xoroshiro128p_state(states, i, seed)
        for _ in range(i):
            xoroshiro128p_jump(states, i)


@cuda.jit(device=True)
def walk(states, i, steps):
    at = float32(0)
    for _ in range(steps):
        at += xoroshiro128p_uniform_float32(states, i) - float32(0.5)
    return at


@cuda.jit(void(xoroshiro128p_type[:], float32[:]))
def walks(states, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = walk(states, i, 5)
        states[i].s0 ^= states[i]["s1"]


STATE = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)
MASK = 2**64 - 1


def rotated(x, count):
    return (x << np.uint64(count)) | (x >> np.uint64(64 - count))


def step(states):
    """The next number of every generator."""
    s0, s1 = states["s0"].copy(), states["s1"].copy()
    mixed = s0 ^ s1
    states["s0"] = rotated(s0, 55) ^ mixed ^ (mixed << np.uint64(14))
    states["s1"] = rotated(mixed, 36)
    return s0 + s1


def unit(numbers):
    return (numbers >> np.uint64(11)).astype(np.float64) * 2.0**-53


def jump(state):
    made = np.zeros(1, STATE)
    for word in (0xBEAC0467EBA5FACB, 0xD86B048B86AA9922):
        for bit in range(64):
            if word >> bit & 1:
                made["s0"] ^= state["s0"]
                made["s1"] ^= state["s1"]
            step(state)
    return made


def seeded(n, seed):
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    z ^= z >> 31
    state = np.array([(z, z)], STATE)
    states = np.zeros(n, STATE)
    for i in range(n):
        states[i] = state[0]
        state = jump(state)
    return states


def within(actual, expected, ulps):
    """Against a reference in double: the logarithm and the cosine round in their own ways."""
    error = np.abs(actual - expected) / np.spacing(np.maximum(np.abs(actual), actual.dtype.type(1)))
    assert float(error.max(initial=0)) <= ulps, float(error.max())


def check(k, n=100):
    states = np.zeros(n, STATE)
    k.seed_all[blocks(n), THREADS](states, np.uint64(2026))
    expected = seeded(n, 2026)
    same(states, expected)

    out = np.zeros((n, DRAWS), np.uint64)
    k.raw_numbers[blocks(n), THREADS](states, out)
    same(out, np.stack([step(expected) for _ in range(DRAWS)], axis=1))
    same(states, expected)

    single, double = np.zeros((n, DRAWS), np.float32), np.zeros((n, DRAWS))
    k.uniforms[blocks(n), THREADS](states, single, double)
    for draw in range(DRAWS):
        same(single[:, draw], unit(step(expected)).astype(np.float32))
        same(double[:, draw], unit(step(expected)))
    same(states, expected)

    k.normals[blocks(n), THREADS](states, single, double)
    two_pi = np.float32(2 * np.pi)
    for draw in range(DRAWS):
        u1, u2 = (unit(step(expected)).astype(np.float32) for _ in range(2))
        within(single[:, draw], np.sqrt(-2 * np.log(u1)) * np.cos(two_pi * u2), 8)
        u1, u2 = (unit(step(expected)).astype(np.float32) for _ in range(2))
        radius = np.sqrt(-2 * np.log(u1).astype(np.float64))
        within(
            double[:, draw].astype(np.float32),
            radius * np.cos(2 * np.pi * u2.astype(np.float64)),
            4,
        )
    same(states, expected)

    out = np.zeros(n, np.float32)
    k.walks[blocks(n), THREADS](states, out)
    at = np.zeros(n, np.float32)
    for _ in range(5):
        at = at + (unit(step(expected)).astype(np.float32) - np.float32(0.5))
    expected["s0"] ^= expected["s1"]
    same(out, at)
    same(states, expected)
