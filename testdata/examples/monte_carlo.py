"""Monte Carlo with random generators: pi, and the price of a call option."""

import math
import sys

import numpy as np
from numba import cuda, float64, int64, void
from numba.cuda.random import (
    init_xoroshiro128p_state,
    xoroshiro128p_normal_float32,
    xoroshiro128p_type,
    xoroshiro128p_uniform_float32,
)

state_type = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)


@cuda.jit(void(xoroshiro128p_type[::1], int64))
def seed_generators(states, first):
    """A generator of its own for every thread."""
    i = cuda.grid(1)
    if i < states.size:
        init_xoroshiro128p_state(states, i, first + i)


@cuda.jit(void(xoroshiro128p_type[::1], int64, float64[::1]))
def estimate_pi(states, draws, out):
    """How many of the points in the unit square lie in the circle."""
    i = cuda.grid(1)
    if i >= out.size:
        return
    inside = 0
    for _ in range(draws):
        x = xoroshiro128p_uniform_float32(states, i)
        y = xoroshiro128p_uniform_float32(states, i)
        if x * x + y * y <= 1.0:
            inside += 1
    out[i] = 4.0 * inside / draws


@cuda.jit(void(xoroshiro128p_type[::1], int64, float64, float64, float64, float64, float64[::1]))
def call_option(states, draws, spot, strike, rate, volatility, out):
    """The mean payoff of a European call after one year, discounted."""
    i = cuda.grid(1)
    if i >= out.size:
        return
    drift = rate - 0.5 * volatility * volatility
    total = 0.0
    for _ in range(draws):
        z = xoroshiro128p_normal_float32(states, i)
        price = spot * math.exp(drift + volatility * z)
        total += max(price - strike, 0.0)
    out[i] = math.exp(-rate) * total / draws


def generate(states):
    """The next number of every generator, in [0, 1)."""
    s0, s1 = states["s0"].copy(), states["s1"].copy()
    result, t = s0 + s1, s0 ^ s1
    rotated = (s0 << np.uint64(55)) | (s0 >> np.uint64(9))
    states["s0"] = rotated ^ t ^ (t << np.uint64(14))
    states["s1"] = (t << np.uint64(36)) | (t >> np.uint64(28))
    return ((result >> np.uint64(11)) * 2.0**-53).astype(np.float32)


def reference_pi(states, draws):
    inside = np.zeros(states.size)
    for _ in range(draws):
        x, y = generate(states), generate(states)
        inside += x * x + y * y <= 1.0
    return 4.0 * inside / draws


def reference_call(states, draws, spot, strike, rate, volatility):
    total = np.zeros(states.size)
    for _ in range(draws):
        u, v = generate(states), generate(states)
        z = np.sqrt(-2 * np.log(u)) * np.cos(np.float32(2 * np.pi) * v)
        price = spot * np.exp(rate - 0.5 * volatility**2 + volatility * z.astype(np.float64))
        total += np.maximum(price - strike, 0.0)
    return np.exp(-rate) * total / draws


def check(k) -> float:
    n, block, draws = 500, 64, 40
    grid = -(-n // block)
    states = np.zeros(n, state_type)
    k.seed_generators[grid, block](states, 1)
    expected = states.copy()

    pi = np.zeros(n)
    k.estimate_pi[grid, block](states, draws, pi)
    error = float(np.abs(pi - reference_pi(expected, draws)).max())
    assert error == 0.0 and abs(pi.mean() - np.pi) < 0.02

    market = (100.0, 105.0, 0.03, 0.2)
    price = np.zeros(n)
    k.call_option[grid, block](states, draws, *market, price)
    difference = np.abs(price - reference_call(expected, draws, *market))
    assert float(difference.max()) < 1e-3 and abs(price.mean() - 7.13) < 0.5
    assert (states == expected).all()
    return max(error, float(difference.max()))


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
