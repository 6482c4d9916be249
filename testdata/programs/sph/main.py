import constants as c
import numpy as np
from numba import cuda, float32


@cuda.jit(device=True)
def w_poly6(r2):
    if r2 < c.H * c.H:
        return c.POLY6 * (c.H * c.H - r2) ** 3
    return 0.0


@cuda.jit
def density(x, y, rho):
    i = cuda.grid(1)
    if i < x.size:
        total = float32(0.0)
        for j in range(x.size):
            dx = x[i] - x[j]
            dy = y[i] - y[j]
            total += c.MASS * w_poly6(dx * dx + dy * dy)
        rho[i] = total


@cuda.jit
def pressure(rho, p, k, rho0):
    i = cuda.grid(1)
    if i < rho.size:
        p[i] = k * (rho[i] - rho0)


particles = np.random.rand(100, 2).astype(np.float32)
x = cuda.to_device(particles[:, 0].copy())
y = cuda.to_device(np.ascontiguousarray(particles[:, 1]))
rho = cuda.device_array(len(particles), np.float32)
p = cuda.device_array_like(rho)
density.forall(100)(x, y, rho)
pressure.forall(rho.size)(rho, p, 200.0, 1000)
