"""Explicit heat equation on a part of a plate, with the cells of its neighbours around it."""

from numba import cuda

ALPHA = 0.2
BLOCK = (64, 4)


@cuda.jit("void(float64[:, ::1], int64, int64)")
def start(u, top, left):
    """The first temperatures of a part whose first cell is (top, left) of the plate."""
    j, i = cuda.grid(2)
    if i < u.shape[0] and j < u.shape[1]:
        u[i, j] = ((7 * (top + i) + 13 * (left + j)) % 101) / 8


@cuda.jit("void(float64[:, ::1], float64[:, ::1])")
def step(u, out):
    """One explicit step; the border stays as it is."""
    j, i = cuda.grid(2)
    rows, cols = u.shape
    if 0 < i < rows - 1 and 0 < j < cols - 1:
        around = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]
        out[i, j] = u[i, j] + ALPHA * (around - 4.0 * u[i, j])
