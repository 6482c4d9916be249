"""Records of particles: gravity, a step in time, and reflection at the walls of a box."""

import math
import sys

import numba
import numpy as np
from numba import cuda, float32

SOFTENING = np.float32(1e-2)
BOX = 1.0
TILE = 64

# one particle, as C and NumPy see it
particle = np.dtype(
    [
        ("position", np.float32, (3,)),
        ("speed", np.float32, (3,)),
        ("mass", np.float32),
        ("bounces", np.int32),
    ],
    align=True,
)
particle_type = numba.from_dtype(particle)


@cuda.jit(device=True)
def pull(p, q, axis):
    """The acceleration of p by q along one axis."""
    squared = SOFTENING
    for k in range(3):
        d = q.position[k] - p.position[k]
        squared += d * d
    inverse = float32(1) / math.sqrt(squared)
    return q.mass * (q.position[axis] - p.position[axis]) * inverse * inverse * inverse


@cuda.jit((particle_type[::1], float32))
def accelerate(particles, dt):
    """Every particle is pulled by every other, a tile of them at a time."""
    tile = cuda.shared.array(TILE, particle_type)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    n = particles.size

    change = cuda.local.array(3, float32)
    for k in range(3):
        change[k] = float32(0)

    for first in range(0, n, TILE):
        if first + t < n:
            tile[t] = particles[first + t]
        cuda.syncthreads()
        if i < n:
            for j in range(min(TILE, n - first)):
                for k in range(3):
                    change[k] += pull(particles[i], tile[j], k)
        cuda.syncthreads()

    if i < n:
        for k in range(3):
            particles[i].speed[k] += change[k] * dt


@cuda.jit((particle_type[:], float32))
def move(particles, dt):
    """A step; a particle that leaves the box comes back."""
    i = cuda.grid(1)
    if i >= particles.size:
        return
    p = particles[i]
    for k in range(3):
        p.position[k] += p.speed[k] * dt
        if p.position[k] < 0 or p.position[k] > BOX:
            p.position[k] -= 2 * p.speed[k] * dt
            p.speed[k] = -p.speed[k]
            p.bounces += 1


def reference(particles, dt):
    """The same with whole arrays."""
    x = particles["position"].astype(np.float64)
    d = x[None, :, :] - x[:, None, :]
    inverse = 1 / np.sqrt((d * d).sum(axis=2) + SOFTENING)
    pulls = (particles["mass"][None, :] * inverse**3)[:, :, None] * d
    particles["speed"] += pulls.sum(axis=1) * dt
    particles["position"] += particles["speed"] * dt
    out = (particles["position"] < 0) | (particles["position"] > BOX)
    particles["position"][out] -= 2 * particles["speed"][out] * dt
    particles["speed"][out] *= -1
    particles["bounces"] += out.sum(axis=1)


def make(n):
    rng = np.random.default_rng(42)
    particles = np.zeros(n, particle)
    particles["position"] = rng.random((n, 3))
    particles["speed"] = rng.normal(size=(n, 3))
    particles["mass"] = rng.random(n) / n
    return particles


def check(k) -> float:
    n, dt = 300, np.float32(0.01)
    particles = make(n)
    expected = particles.copy()
    blocks = -(-n // TILE)
    for _ in range(5):
        k.accelerate[blocks, TILE](particles, dt)
        k.move[blocks, TILE](particles, dt)
        reference(expected, dt)
    assert (particles["bounces"] == expected["bounces"]).all()
    error = max(float(np.abs(particles[f] - expected[f]).max()) for f in ("position", "speed"))
    assert error < 1e-4, error
    return error


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
