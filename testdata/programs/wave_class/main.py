import numpy as np
from numba import cuda
from params import WaveParams


@cuda.jit
def wave_step(u_prev, u, u_next, r2, nx):
    i = cuda.grid(1)
    if 0 < i < nx - 1:
        u_next[i] = 2 * u[i] - u_prev[i] + r2 * (u[i + 1] - 2 * u[i] + u[i - 1])


class WaveSolver:
    def __init__(self, params):
        self.params = params
        self.x = np.linspace(0, 1, params.nx)
        self.u = cuda.to_device(np.exp(-100 * (self.x - 0.5) ** 2))
        self.u_prev = cuda.to_device(np.exp(-100 * (self.x - 0.5) ** 2))
        self.u_next = cuda.device_array(params.nx, dtype=np.float64)

    def advance(self):
        threads = 128
        blocks = (self.params.nx + threads - 1) // threads
        wave_step[blocks, threads](
            self.u_prev, self.u, self.u_next, self.params.courant**2, self.params.nx
        )
        self.u_prev, self.u, self.u_next = self.u, self.u_next, self.u_prev


def main():
    solver = WaveSolver(WaveParams(nx=512))
    for _ in range(5):
        solver.advance()


main()
