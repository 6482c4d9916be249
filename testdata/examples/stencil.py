"""Derivatives of a sampled function: one kernel for each order of accuracy, made by a factory."""

import sys

import numpy as np
from numba import cuda, float64


def make_derivative(weights):
    """A kernel for these weights; they are constants of its text."""
    radius = len(weights)
    coefficients = np.array(weights)

    @cuda.jit((float64[:], float64[:], float64))
    def derivative(u, out, dx):
        i = cuda.grid(1)
        n = u.shape[0]

        def at(k):
            return u[(k + n) % n]  # the function is periodic

        if i < n:
            total = 0.0
            for k in range(radius):
                total += coefficients[k] * (at(i + k + 1) - at(i - k - 1))
            out[i] = total / dx

    return derivative


derivative2 = make_derivative((1 / 2,))
derivative4 = make_derivative((2 / 3, -1 / 12))
derivative6 = make_derivative((3 / 4, -3 / 20, 1 / 60))


def check(k) -> float:
    """The higher the order, the nearer to the cosine; returns the error of the best."""
    n = 96
    dx = 2 * np.pi / n
    x = np.arange(n) * dx
    errors = []
    for name in ("derivative2", "derivative4", "derivative6"):
        out = np.zeros(n)
        getattr(k, name)[(n + 63) // 64, 64](np.sin(x), out, dx)
        errors.append(float(np.abs(out - np.cos(x)).max()))
    assert errors[0] > 20 * errors[1] > 400 * errors[2]
    return errors[-1]


if __name__ == "__main__":
    print("error of the sixth order:", check(sys.modules[__name__]))
