"""Heat equation on a plate; the numbers stand in config.py."""

import config
import numpy as np
from config import ALPHA, BLOCK
from numba import cuda


@cuda.jit
def step(u, out, dt):
    i, j = cuda.grid(2)
    if 0 < i < u.shape[0] - 1 and 0 < j < u.shape[1] - 1:
        lap = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4 * u[i, j]
        out[i, j] = u[i, j] + ALPHA * dt * lap


def run(steps):
    u = np.zeros((config.NX, config.NY), dtype=config.DTYPE)
    u[0, :] = 100.0
    d_u = cuda.to_device(u)
    d_out = cuda.device_array_like(d_u)
    grid = tuple((n + b - 1) // b for n, b in zip(u.shape, BLOCK))
    for _ in range(steps):
        step[grid, BLOCK](d_u, d_out, 0.1)
        d_u, d_out = d_out, d_u
    return d_u.copy_to_host()


if __name__ == "__main__":
    print(run(10).mean())
