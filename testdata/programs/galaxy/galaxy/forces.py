import math

from numba import cuda, float32

from .settings import TILE, G


@cuda.jit
def accelerate(pos, mass, acc, eps):
    tile = cuda.shared.array((TILE, 4), float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    n = pos.shape[0]
    ax = ay = az = 0.0
    for start in range(0, n, TILE):
        if start + t < n:
            for k in range(3):
                tile[t, k] = pos[start + t, k]
            tile[t, 3] = mass[start + t]
        else:
            tile[t, 3] = 0.0
        cuda.syncthreads()
        if i < n:
            for j in range(min(TILE, n - start)):
                dx = tile[j, 0] - pos[i, 0]
                dy = tile[j, 1] - pos[i, 1]
                dz = tile[j, 2] - pos[i, 2]
                inv = 1.0 / math.sqrt(dx * dx + dy * dy + dz * dz + eps * eps)
                f = G * tile[j, 3] * inv * inv * inv
                ax += f * dx
                ay += f * dy
                az += f * dz
        cuda.syncthreads()
    if i < n:
        acc[i, 0] = ax
        acc[i, 1] = ay
        acc[i, 2] = az


@cuda.jit
def kick(a, rate, dt):
    i, k = cuda.grid(2)
    if i < a.shape[0] and k < 3:
        a[i, k] += rate[i, k] * dt
