"""Integrals of several functions by one rule, which takes the function as an argument."""

import math
import sys

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def simpson(f, a, b, n):
    """The integral of f from a to b with n pairs of steps."""
    h = (b - a) / (2 * n)
    total = f(a) + f(b)
    for k in range(1, 2 * n):
        total += f(a + k * h) * (4 if k % 2 else 2)
    return total * h / 3


@cuda.jit(device=True)
def bell(x):
    return math.exp(-x * x)


@cuda.jit("void(float64[:], float64[:, :])")
def integrate(widths, out):
    """Row 0: the error function; row 1: a damped wave; row 2: the length of a parabola."""
    i = cuda.grid(1)
    if i >= widths.size:
        return
    width = widths[i]

    def wave(x):
        return math.exp(-x) * math.cos(width * x)

    out[0, i] = simpson(bell, 0.0, width, 50)
    out[1, i] = simpson(wave, 0.0, 10.0, 200)
    out[2, i] = simpson(lambda x: math.sqrt(1 + 4 * x * x), 0.0, width, 50)


def check(k) -> float:
    """Compares with what the integrals are; returns the largest error."""
    w = np.linspace(0.5, 2.5, 40)
    out = np.zeros((3, w.size))
    k.integrate[2, 32](w, out)
    end = np.exp(-10) * (np.cos(10 * w) - w * np.sin(10 * w))
    exact = [
        [math.sqrt(math.pi) / 2 * math.erf(x) for x in w],
        (1 - end) / (1 + w * w),
        w / 2 * np.sqrt(1 + 4 * w * w) + np.arcsinh(2 * w) / 4,
    ]
    error = float(np.abs(out - np.array(exact)).max())
    assert error < 1e-6
    return error


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
