import numpy as np
from d2q9 import CX, CY, W
from numba import cuda


@cuda.jit
def collide(f, omega):
    i, j = cuda.grid(2)
    if i < f.shape[1] and j < f.shape[2]:
        rho = 0.0
        ux = 0.0
        for q in range(9):
            rho += f[q, i, j]
            ux += CX[q] * f[q, i, j]
        for q in range(9):
            f[q, i, j] += omega * (W[q] * (rho + 3 * CX[q] * ux) - f[q, i, j])


@cuda.jit
def stream(f, g):
    i, j = cuda.grid(2)
    nx, ny = f.shape[1:]
    if i < nx and j < ny:
        for q in range(9):
            g[q, (i + CX[q]) % nx, (j + CY[q]) % ny] = f[q, i, j]


def main(nx=32, ny=32, tau=0.6):
    f = cuda.to_device(np.ones((9, nx, ny)) * W[:, None, None])
    g = cuda.device_array_like(f)
    for _ in range(2):
        collide[(2, 2), (16, 16)](f, 1 / tau)
        stream[(2, 2), (16, 16)](f, g)
        f, g = g, f


if __name__ == "__main__":
    main()
