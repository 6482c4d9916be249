import numpy as np

from .forces import accelerate, kick
from .settings import TILE


def leapfrog(bodies, dt, steps):
    acc = np.zeros_like(bodies.pos)
    grid = (bodies.n + TILE - 1) // TILE
    wide = ((bodies.n + 31) // 32, 1), (32, 4)
    for _ in range(steps):
        accelerate[grid, TILE](bodies.pos, bodies.mass, acc, bodies.softening)
        kick[wide](bodies.vel, acc, dt)
        kick[wide](bodies.pos, bodies.vel, dt)
    return bodies
