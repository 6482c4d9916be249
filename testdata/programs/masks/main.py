import numpy as np
from numba import cuda
from rules import is_inside


@cuda.jit
def mark(x, mask, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] if mask[i] else 0


x = np.linspace(0, 1, 20)
mark[1, 32](x, is_inside(x, 0.2, 0.8), np.zeros(20, bool))
mark[1, 32](x.astype(int), (x > 0.5).astype(np.uint8), np.zeros_like(x, dtype=int))
