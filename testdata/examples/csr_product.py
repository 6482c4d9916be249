"""A sparse matrix in CSR form times vectors: a thread has a row, as slices of values and columns."""
import sys

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def gathered_dot(values, columns, x):
    total = 0.0
    for k in range(values.size):
        total += values[k] * x[columns[k]]
    return total


@cuda.jit("void(float64[::1], int32[::1], int32[::1], float64[:, ::1], float64[:, ::1])")
def csr_product(values, columns, starts, x, y):
    """y = A x, one column of x after the other."""
    row = cuda.grid(1)
    if row < starts.size - 1:
        first, end = starts[row], starts[row + 1]
        mine = values[first:end]
        where = columns[first:end]
        for j in range(x.shape[1]):
            y[row, j] = gathered_dot(mine, where, x[:, j])


@cuda.jit("void(float64[::1], int32[::1])")
def normalise(values, starts):
    """Scales each row so that its values add up to one; an empty row stays."""
    row = cuda.grid(1)
    if row < starts.size - 1:
        mine = values[starts[row] : starts[row + 1]]
        total = mine.sum()
        if total != 0.0:
            mine[:] = mine / total


def check(k) -> float:
    """Compare with the dense product."""
    rng = np.random.default_rng(11)
    rows, cols, vectors = 200, 150, 3
    dense = np.where(rng.uniform(size=(rows, cols)) < 0.05, rng.uniform(1, 2, (rows, cols)), 0)
    dense[7] = 0
    filled = dense != 0
    starts = np.concatenate([[0], filled.sum(1).cumsum()]).astype(np.int32)
    columns = np.nonzero(filled)[1].astype(np.int32)
    values = dense[filled]
    x = rng.standard_normal((cols, vectors))
    y = np.zeros((rows, vectors))

    k.csr_product[4, 64](values, columns, starts, x, y)
    error = np.abs(y - dense @ x).max()

    k.normalise[4, 64](values, starts)
    k.csr_product[4, 64](values, columns, starts, x, y)
    sums = dense.sum(1, keepdims=True)
    error = max(error, np.abs(y - dense / np.where(sums == 0, 1, sums) @ x).max())
    assert error < 1e-12
    return float(error)


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
