import math

from compat import DEBUG, device, kernel

if DEBUG:
    LOWEST = 1e-3
else:
    LOWEST = 1e-6


@device
def safe_log(x):
    return math.log(max(x, LOWEST))


@kernel
def entropy(p, out):
    from numba import cuda

    i = cuda.grid(1)
    if i < p.size:
        out[i] = -p[i] * safe_log(p[i])


@kernel(fastmath=True)
def normalize(p, total):
    from numba import cuda

    i = cuda.grid(1)
    if i < p.size:
        p[i] /= total
