"""What numerical programs do with functions of functions: steps of differential equations, roots,
random walks whose generator is a closure."""

from collections.abc import Callable

import numpy as np
from case import THREADS, blocks, rng, same
from numba import cuda, uint64


@cuda.jit(device=True)
def euler(f, t, y, h):
    return y + h * f(t, y)


@cuda.jit(device=True)
def midpoint(f, t, y, h):
    return y + h * f(t + h / 2, y + h / 2 * f(t, y))


@cuda.jit(device=True)
def runge_kutta(f, t, y, h):
    k1 = f(t, y)
    k2 = f(t + h / 2, y + h / 2 * k1)
    k3 = f(t + h / 2, y + h / 2 * k2)
    k4 = f(t + h, y + h * k3)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


@cuda.jit(device=True)
def solve(step, f, y, end, n):
    h = end / n
    for k in range(n):
        y = step(f, k * h, y, h)
    return y


@cuda.jit(device=True)
def leapfrog(force, state, h, n):
    q, p = state
    for _ in range(n):
        p += h / 2 * force(q)
        q += h * p
        p += h / 2 * force(q)
    return q, p


@cuda.jit("void(float64[:], float64[:], float64, int64, float64[:, :])")
def growth(rates, capacities, start, n, out):
    i = cuda.grid(1)
    if i >= rates.size:
        return
    r, c = rates[i], capacities[i]

    def logistic(t, y):
        return r * y * (1 - y / c)

    out[0, i] = solve(euler, logistic, start, 2.0, n)
    out[1, i] = solve(midpoint, logistic, start, 2.0, n)
    out[2, i] = solve(runge_kutta, logistic, start, 2.0, n)
    out[3, i] = solve(runge_kutta, lambda t, y: t - r * y, start, 2.0, n)
    out[4, i], out[5, i] = leapfrog(lambda q: -c * q, (start, 0.0), 0.01, n)


@cuda.jit(device=True)
def newton(f, slope, x, tolerance=1e-12, limit=50):
    for step in range(limit):
        d = f(x) / slope(x)
        x -= d
        if abs(d) < tolerance:
            return x, step + 1
    return x, -1


@cuda.jit(device=True)
def bisect(f, low, high):
    at_low = f(low)
    while high - low > 1e-10:
        middle = 0.5 * (low + high)
        there = f(middle)
        if (there > 0) == (at_low > 0):
            low, at_low = middle, there
        else:
            high = middle
    return 0.5 * (low + high)


@cuda.jit("void(float64[:], float64[:, :], int32[:, :])")
def roots(a, out, steps):
    i = cuda.grid(1)
    if i >= a.size:
        return
    v = a[i]
    calls = 0

    def counted(x):
        nonlocal calls
        calls += 1
        return x * x - v

    cube, n = newton(lambda x: x * x * x - v, lambda x: 3 * x * x, 1.0 + v)
    out[i, 0] = cube
    steps[i, 0] = n
    out[i, 1] = bisect(lambda x: x * x * x * x - v, 0.0, 1.0 + v)
    x = 1.0 + v
    while abs(counted(x)) > 1e-12 and calls < 100:
        x -= counted(x) / (2 * x)
    out[i, 2] = x
    # Python reads `calls` before and behind the call
    steps[i, 1] = calls + 0 * int(counted(x)) + 1000 * calls


@cuda.jit(device=True, inline="always")
def scramble(x):
    x ^= x >> uint64(12)
    x ^= x << uint64(25)
    x ^= x >> uint64(27)
    return x


OPTIONS = {"fastmath": False, "launch_bounds": (128, 1)}


def make_walk(energy, scale):
    @cuda.jit("void(uint64[:], int64, float64[:], int64[:])", **OPTIONS)
    def walk(seeds, n, out, accepted):
        i = cuda.grid(1)
        if i >= seeds.size:
            return
        state = seeds[i]
        hits = 0

        def uniform():
            nonlocal state
            state = scramble(state)
            return (state >> uint64(11)) * (1.0 / 9007199254740992.0)

        def accepts(before, after):
            nonlocal hits
            if after <= before or uniform() * (1 + scale * (after - before)) < 1:
                hits += 1
                return True
            return False

        x = 0.0
        total = 0.0
        for _ in range(n):
            y = x + 2 * uniform() - 1
            if accepts(energy(x), energy(y)):
                x = y
            total += x * x
        out[i] = total / n
        accepted[i] = hits
        seeds[i] = state

    return walk


@cuda.jit(device=True)
def double_well(x):
    return (x * x - 1) * (x * x - 1)


harmonic = make_walk(cuda.jit(device=True)(lambda x: 0.5 * x * x), 1.0)
well = make_walk(double_well, 2.0)


def expected_walk(
    state: int, n: int, energy: Callable[[float], float], scale: float
) -> tuple[float, int, int]:
    hits = 0

    def uniform() -> float:
        nonlocal state
        state ^= state >> 12
        state ^= (state << 25) & (1 << 64) - 1
        state ^= state >> 27
        return (state >> 11) * (1.0 / 9007199254740992.0)

    x, total = 0.0, 0.0
    for _ in range(n):
        y = x + 2 * uniform() - 1
        before, after = energy(x), energy(y)
        if after <= before or uniform() * (1 + scale * (after - before)) < 1:
            hits += 1
            x = y
        total += x * x
    return total / n, hits, state


def expected_growth(r: np.ndarray, c: np.ndarray, start: float, n: int) -> np.ndarray:
    h = 2.0 / n
    y = np.full((6, r.size), start)
    y[5] = 0

    def logistic(t: float, y: np.ndarray) -> np.ndarray:
        return r * y * (1 - y / c)

    def linear(t: float, y: np.ndarray) -> np.ndarray:
        return t - r * y

    for k in range(n):
        t = k * h
        y[0] += h * logistic(t, y[0])
        y[1] += h * logistic(t, y[1] + h / 2 * logistic(t, y[1]))
        for row, f in ((2, logistic), (3, linear)):
            k1 = f(t, y[row])
            k2 = f(t + h / 2, y[row] + h / 2 * k1)
            k3 = f(t + h / 2, y[row] + h / 2 * k2)
            k4 = f(t + h, y[row] + h * k3)
            y[row] += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        y[5] += 0.005 * -c * y[4]
        y[4] += 0.01 * y[5]
        y[5] += 0.005 * -c * y[4]
    return y


def check(k, n=70):
    r = rng(1).uniform(0.5, 2, n)
    c = rng(2).uniform(1, 3, n)
    grid = blocks(n), THREADS
    out = np.zeros((6, n))
    k.growth[grid](r, c, 0.25, 40, out)
    np.testing.assert_allclose(out, expected_growth(r, c, 0.25, 40), rtol=1e-12)

    out = np.zeros((n, 3))
    steps = np.zeros((n, 2), np.int32)
    k.roots[grid](c, out, steps)
    np.testing.assert_allclose(out, c[:, None] ** np.array([1 / 3, 1 / 4, 1 / 2]), rtol=1e-9)
    assert (steps[:, 0] > 0).all()
    same(steps[:, 1] % 1001, 1000)

    for name, energy, scale in (
        ("harmonic", lambda x: 0.5 * x * x, 1.0),
        ("well", lambda x: (x * x - 1) * (x * x - 1), 2.0),
    ):
        seeds = np.arange(1, n + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        expected = [expected_walk(seed, 30, energy, scale) for seed in seeds.tolist()]
        out, accepted = np.zeros(n), np.zeros(n, np.int64)
        k[name][grid](seeds, 30, out, accepted)
        same(out, [row[0] for row in expected])
        same(accepted, [row[1] for row in expected])
        same(seeds, np.array([row[2] for row in expected], np.uint64))
