"""Exercise 3: heat in a plate."""

import numpy as np
from numba import cuda
from params import Params
from stencil import diffuse, set_border

TPB = (16, 16)


def simulate(p: Params):
    u = np.zeros((p.ny, p.nx), dtype=p.dtype)
    d_u = cuda.to_device(u)
    d_new = cuda.device_array_like(d_u)
    d_new.copy_to_device(d_u)
    blocks = tuple((n + t - 1) // t for n, t in zip(u.shape, TPB))
    c = p.alpha * p.dt / p.dx**2
    for _ in range(p.steps):
        set_border[(p.nx + 63) // 64, 64](d_u, 100.0)
        diffuse[blocks, TPB](d_u, d_new, c)
        d_u, d_new = d_new, d_u
    return d_u.copy_to_host()


def main():
    for params in (Params(), Params(nx=32, dtype=np.float64)):
        u = simulate(params)
        print(f"{u.sum():.1f} {u[1:3, 5].mean():.2f}")


if __name__ == "__main__":
    main()
