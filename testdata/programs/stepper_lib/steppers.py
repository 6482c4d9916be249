"""Integrators of ordinary equations, one kernel each."""

from numba import cuda


def make_euler(rhs):
    @cuda.jit
    def step(y, t, dt):
        i = cuda.grid(1)
        if i < y.size:
            y[i] += dt * rhs(t, y[i])

    return step


def make_rk4(rhs):
    @cuda.jit
    def step(y, t, dt):
        i = cuda.grid(1)
        if i < y.size:
            k1 = rhs(t, y[i])
            k2 = rhs(t + dt / 2, y[i] + dt / 2 * k1)
            k3 = rhs(t + dt / 2, y[i] + dt / 2 * k2)
            k4 = rhs(t + dt, y[i] + dt * k3)
            y[i] += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    return step


METHODS = {"euler": make_euler, "rk4": make_rk4}
