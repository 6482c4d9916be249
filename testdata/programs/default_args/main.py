import numpy as np
from numba import cuda

from lib import pair, zeros


@cuda.jit
def k(a, n, s):
    i = cuda.grid(1)
    if i < n:
        a[i, 0] = s


def launch(a, *args, **kwargs):
    n, s = pair(*args, **kwargs)
    k[1, 32](a, n, s)


launch(zeros(5))
launch(zeros(4, np.float64), 4)
launch(zeros(4, order="F"), scale=2)
launch(zeros(4, "i4"), 3, scale=np.float32(1))
