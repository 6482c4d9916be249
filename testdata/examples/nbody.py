"""Gravitation of n bodies, each on each, one tile of bodies at a time."""
import math
import sys

import numpy as np
from numba import cuda, float32

TILE = 32
SOFTENING = np.float32(1e-3)


@cuda.jit(device=True)
def attraction(xi, yi, zi, xj, yj, zj, mass):
    """The acceleration of a body at i by a mass at j."""
    dx = xj - xi
    dy = yj - yi
    dz = zj - zi
    distance2 = dx * dx + dy * dy + dz * dz + SOFTENING
    inverse = float32(1) / math.sqrt(distance2)
    strength = mass * inverse * inverse * inverse
    return dx * strength, dy * strength, dz * strength


@cuda.jit("void(float32[:, ::1], float32[::1], float32[:, ::1])")
def accelerations(position, mass, out):
    """out[i] = sum over j of the attraction of body i by body j"""
    tile = cuda.shared.array((TILE, 4), float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    n = mass.size

    x = y = z = float32(0)
    if i < n:
        x, y, z = position[i, 0], position[i, 1], position[i, 2]

    ax = float32(0)
    ay = float32(0)
    az = float32(0)
    for first in range(0, n, TILE):
        j = first + t
        if j < n:
            for c in range(3):
                tile[t, c] = position[j, c]
            tile[t, 3] = mass[j]
        cuda.syncthreads()

        for other in range(min(TILE, n - first)):
            fx, fy, fz = attraction(
                x, y, z, tile[other, 0], tile[other, 1], tile[other, 2], tile[other, 3]
            )
            ax += fx
            ay += fy
            az += fz
        cuda.syncthreads()

    if i < n:
        out[i, 0], out[i, 1], out[i, 2] = ax, ay, az


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1], float32)")
def move(position, velocity, acceleration, dt):
    """Advance velocities, then positions, by dt."""
    i, c = cuda.grid(2)
    if i < position.shape[0] and c < 3:
        velocity[i, c] += acceleration[i, c] * dt
        position[i, c] += velocity[i, c] * dt


def check(k) -> float:
    """Compare one step of a cloud of bodies with NumPy in float64."""
    n = 100
    rng = np.random.default_rng(7)
    position = rng.uniform(-1, 1, (n, 3)).astype(np.float32)
    velocity = rng.uniform(-1, 1, (n, 3)).astype(np.float32)
    mass = rng.uniform(0.5, 1.5, n).astype(np.float32) / n

    p = position.astype(np.float64)
    v = velocity.astype(np.float64)
    difference = p[np.newaxis] - p[:, np.newaxis]
    distance2 = (difference**2).sum(axis=2) + float(SOFTENING)
    expected = (difference * (mass / distance2**1.5)[:, :, np.newaxis]).sum(axis=1)

    out = np.zeros((n, 3), np.float32)
    k.accelerations[(n + TILE - 1) // TILE, TILE](position, mass, out)
    error = np.abs(out - expected).max()

    dt = np.float32(0.01)
    k.move[(13, 1), (8, 4)](position, velocity, out, dt)
    v += expected * float(dt)
    error = max(error, np.abs(velocity - v).max(), np.abs(position - (p + v * float(dt))).max())
    assert error < 1e-4
    return float(error)


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
