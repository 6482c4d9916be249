import numpy as np
from consts import COUNT, HALF, PI
from numba import cuda


@cuda.jit
def f(a, s):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= s


x = np.arange(COUNT, dtype=np.float32)
f[1, 32](x * PI, HALF * PI)
f[1, 32](x * 2, HALF * 2)
f[1, 32](x + np.arange(COUNT), HALF)
f[1, 32](x / np.float64(3), x.sum())
f[1, 32](x.mean() * np.ones(3), x.max() - x.min())
f[1, 32](np.sqrt(np.arange(COUNT)), np.sqrt(COUNT))
f[1, 32](np.arange(COUNT) / COUNT, COUNT // 2)
