import equations
import numpy as np
from steppers import METHODS


def integrate(method, rhs, y0, t1, n):
    step = METHODS[method](rhs)
    y = np.array(y0)
    dt = t1 / n
    for k in range(n):
        step[1, 32](y, k * dt, dt)
    return y


for method in METHODS:
    y = integrate(method, equations.decay, [1.0, 2.0, 3.0], 1.0, 8)
    print(method, f"{y.sum():.5f}")
print(f"{integrate('rk4', equations.forced, [0.0, 1.0], 2.0, 10).sum():.5f}")
