import numpy as np
from ops import Kernels


def solve(matrix, b, kernels=None, iterations=10):
    k = kernels or Kernels()
    n = matrix.rows
    grid = n // 64 + 1, 64
    x = np.zeros_like(b)
    r = b.copy()
    p = r.copy()
    q = np.empty_like(b)
    rr = float(r @ r)
    for _ in range(iterations):
        k.spmv[grid](matrix.indptr, matrix.indices, matrix.data, p, q)
        pq = float(p @ q)
        alpha = rr / pq if pq else 0.0
        k.axpy[grid](alpha, p, x)
        k.axpy[grid](-alpha, q, r)
        new = float(r @ r)
        k.xpby[grid](r, new / rr, p)
        rr = new
        if rr < 1e-20:
            break
    return x
