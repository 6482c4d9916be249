"""Lennard-Jones particles in a periodic box: neighbours from the cells around, steps in time."""
import sys

import numpy as np
from numba import cuda

CAPACITY = 12
CUTOFF = 2.5


@cuda.jit(device=True)
def nearest(distance, box):
    """The shortest of all distances between the images of two particles."""
    return distance - box * round(distance / box)


@cuda.jit(device=True)
def cell_of(x, box, cells):
    return min(int(x / box * cells), cells - 1)


@cuda.jit("void(float64[:, ::1], float64, int32[:, ::1], int32[:, :, ::1])")
def fill_cells(position, box, count, members):
    """Enters each particle in the list of its cell."""
    i = cuda.grid(1)
    if i < position.shape[0]:
        row = cell_of(position[i, 1], box, count.shape[0])
        column = cell_of(position[i, 0], box, count.shape[1])
        place = cuda.atomic.add(count, (row, column), 1)
        if place < CAPACITY:
            members[row, column, place] = i


@cuda.jit("void(float64[:, ::1], float64, int32[:, ::1], int32[:, :, ::1], float64[:, ::1])")
def forces(position, box, count, members, force):
    """The pull of all particles within the cutoff, which are in the nine cells around."""
    i = cuda.grid(1)
    if i >= position.shape[0]:
        return
    rows, columns = count.shape
    x, y = position[i, 0], position[i, 1]
    row, column = cell_of(y, box, rows), cell_of(x, box, columns)
    fx = fy = 0.0
    for down in range(-1, 2):
        for right in range(-1, 2):
            r, c = (row + down) % rows, (column + right) % columns
            for j in members[r, c, : min(count[r, c], CAPACITY)]:
                dx = nearest(x - position[j, 0], box)
                dy = nearest(y - position[j, 1], box)
                squared = dx * dx + dy * dy
                if j == i or squared > CUTOFF * CUTOFF:
                    continue
                sixth = 1 / squared**3
                pull = 24 * sixth * (2 * sixth - 1) / squared
                fx += pull * dx
                fy += pull * dy
    force[i, 0], force[i, 1] = fx, fy


@cuda.jit("void(float64[:, ::1], float64[:, ::1], float64[:, ::1], float64, float64)")
def move(position, velocity, force, box, dt):
    """A step of the leapfrog; who leaves the box comes in on the other side."""
    i = cuda.grid(1)
    if i < position.shape[0]:
        for k in range(2):
            velocity[i, k] += force[i, k] * dt
            position[i, k] = (position[i, k] + velocity[i, k] * dt) % box


def reference_forces(position: np.ndarray, box: float) -> np.ndarray:
    """All pairs at once."""
    d = position[:, None, :] - position[None, :, :]
    d -= box * np.round(d / box)
    squared = (d**2).sum(axis=2)
    np.fill_diagonal(squared, np.inf)
    sixth = np.where(squared > CUTOFF**2, 0.0, 1 / squared**3)
    return ((24 * sixth * (2 * sixth - 1) / squared)[:, :, None] * d).sum(axis=1)


def check(k) -> float:
    """Compare a few steps with the forces of all pairs."""
    side, box, dt = 18, 21.0, 0.002
    cells, n = int(box / CUTOFF), side * side
    rng = np.random.default_rng(1)
    grid = (np.stack(np.meshgrid(np.arange(side), np.arange(side)), -1) + 0.5) * (box / side)
    position = np.ascontiguousarray(grid.reshape(n, 2) + rng.uniform(-0.1, 0.1, (n, 2)))
    velocity = rng.normal(0, 1, (n, 2))
    at, speed = position.copy(), velocity.copy()
    force = np.zeros((n, 2))
    blocks, threads = -(-n // 64), 64
    worst = 0.0
    for _ in range(5):
        count = np.zeros((cells, cells), np.int32)
        members = np.zeros((cells, cells, CAPACITY), np.int32)
        k.fill_cells[blocks, threads](position, box, count, members)
        assert count.sum() == n and count.max() <= CAPACITY
        k.forces[blocks, threads](position, box, count, members, force)
        expected = reference_forces(at, box)
        worst = max(worst, float(np.abs(force - expected).max()))
        k.move[blocks, threads](position, velocity, force, box, dt)
        speed += expected * dt
        at = (at + speed * dt) % box
    assert worst < 1e-8 and np.allclose(position, at, rtol=0, atol=1e-10)
    return worst


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
