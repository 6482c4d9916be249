"""Tuples of the module under an index: arrays in memory; written ones, under braces."""
from numba import cuda

Q = 9
# where the neighbours are
cx = (0, 1, 0, -1, 0, 1, -1, -1, 1)
cy = (0, 0, 1, 0, -1, 1, 1, -1, -1)
WEIGHTS = (4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36)
SEEDS = (1, 2**40)


@cuda.jit("void(float64[:, :, ::1], float64[:, ::1])")
def density(f, out):
    x, y = cuda.grid(2)
    nx = f.shape[1]
    ny = f.shape[2]
    if x < nx and y < ny:
        total = 0.0
        for k in range(Q):
            total += WEIGHTS[k] * f[k, (x - cx[k] + nx) % nx, (y - cy[k] + ny) % ny]
        out[x, y] = total


@cuda.jit("void(int64[::1], int64)")
def anywhere(out, k):
    i = cuda.grid(1)
    if i < out.size:
        pair = (i, k)
        while pair[1] > 0:
            pair = (pair[1] % 3, pair[1] // 2)
        out[i] = SEEDS[k] + SEEDS[i % 2] + cx[1] + pair[0]


# Where a loop has the numbers in its text, the tuple is not in memory.
SHIFTS = (-1, 0, 1)


@cuda.jit("void(float64[:], float64[:])")
def shifted(a, out):
    i = cuda.grid(1)
    if 0 < i < a.size - 1:
        for shift in SHIFTS:
            out[i] += a[i + shift]


SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


@cuda.jit("void(int32[:, :], int32[:, :])")
def neighbours(a, out):
    i, j = cuda.grid(2)
    if 0 < i < a.shape[0] - 1 and 0 < j < a.shape[1] - 1:
        total = 0
        for k in range(4):
            total += a[i + SIDES[k][0], j + SIDES[k][1]]
        for di, dj in SIDES:
            total -= a[i + di, j + dj]
        side = SIDES[total % 4]
        out[i, j] = total + side[0]
