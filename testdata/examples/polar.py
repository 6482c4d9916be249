"""Distances between points given in polar coordinates; device functions do the work."""
import math
import sys

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def hypot(x, y):
    x = abs(x)
    y = abs(y)
    t = min(x, y)
    x = max(x, y)
    t = t / x
    return x * math.sqrt(1 + t * t)


@cuda.jit(device=True)
def polar_to_cartesian(rho, theta):
    x = rho * math.cos(theta)
    y = rho * math.sin(theta)
    return x, y  # This is Python, so let's return a tuple


@cuda.jit("void(float64[:], float64[:], float64[:])")
def lengths(x, y, out):
    """The lengths of the vectors (x[i], y[i]); none may be zero."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = hypot(x[i], y[i])


@cuda.jit("void(float32[:], float32[:], float32[:], float32[:], float32[:])")
def polar_distance(rho1, theta1, rho2, theta2, out):
    i = cuda.grid(1)
    if i < out.size:
        x1, y1 = polar_to_cartesian(rho1[i], theta1[i])
        x2, y2 = polar_to_cartesian(rho2[i], theta2[i])

        out[i] = ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5


def check(k) -> float:
    """Compare with np.hypot and with complex arithmetic in float64."""
    n = 1000
    rng = np.random.default_rng(2)

    x, y = rng.standard_normal((2, n))
    out = np.zeros(n)
    k.lengths[8, 128](x, y, out)
    error = np.abs(out - np.hypot(x, y)).max()
    assert error < 1e-15 * 8

    rho1, rho2 = rng.uniform(0.5, 1.5, (2, n)).astype(np.float32)
    theta1, theta2 = rng.uniform(-np.pi, np.pi, (2, n)).astype(np.float32)
    distance = np.zeros(n, np.float32)
    k.polar_distance[8, 128](rho1, theta1, rho2, theta2, distance)
    z1 = rho1.astype(np.float64) * np.exp(1j * theta1.astype(np.float64))
    z2 = rho2.astype(np.float64) * np.exp(1j * theta2.astype(np.float64))
    error = max(error, np.abs(distance - np.abs(z1 - z2)).max())
    assert error < 2e-6
    return float(error)


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
