import math

import numpy as np
from numba import cuda
from vec import dist2

SOFTENING = 1e-3
rng = np.random.default_rng(7)


@cuda.jit
def forces(pos, mass, acc):
    i = cuda.grid(1)
    n = pos.shape[0]
    if i < n:
        ax = 0.0
        for j in range(n):
            r2 = dist2(pos[i, 0], pos[i, 1], pos[i, 2], pos[j, 0], pos[j, 1], pos[j, 2])
            ax += mass[j] * (pos[j, 0] - pos[i, 0]) / (r2 + SOFTENING) ** 1.5
        acc[i, 0] = ax


@cuda.jit
def drift(pos, vel, acc, dt):
    i = cuda.grid(1)
    if i < pos.shape[0]:
        for k in range(3):
            vel[i, k] += acc[i, k] * dt
            pos[i, k] += vel[i, k] * dt


n = 64
pos = rng.standard_normal((n, 3)).astype(np.float32)
vel = np.zeros_like(pos)
acc = np.empty_like(pos)
mass = np.full(n, 1.0 / n, dtype=np.float32)
tpb = 32
bpg = math.ceil(n / tpb)
dt = np.float32(0.01)
for step in range(3):
    forces[bpg, tpb](pos, mass, acc)
    drift[bpg, tpb](pos, vel, acc, dt)
