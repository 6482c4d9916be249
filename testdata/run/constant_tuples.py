"""Tuples of the module that an index takes items of: arrays in memory, under their names."""

import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda, float32, int32

Q = 9
cx = (0, 1, 0, -1, 0, 1, -1, -1, 1)
cy = (0, 0, 1, 0, -1, 1, 1, -1, -1)
WEIGHTS = (4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36)
FAR = (1, 2**40, -(2**62), 2**31)
SMALL = (np.uint8(250), np.uint8(3), np.uint8(7))
SINGLE = (np.float32(0.1), np.float32(2.5))
FLAGS = (True, False, True, True)
NESTED = ((1, 2), (3, 4))
MANY = tuple(k * k for k in range(600))
# above the tuple
OPPOSITE = (0, 3, 4, 1, 2, 7, 8, 5, 6)  # behind it


class Stencil:
    """A table of a class."""

    offsets = (-2, -1, 1, 2)


@cuda.jit("void(float64[:, :, :], float64[:, :, :])")
def lattice_step(f, out):
    """A step of a lattice: what comes from nine sides, with walls that wrap around."""
    x, y = cuda.grid(2)
    nx = f.shape[1]
    ny = f.shape[2]
    if x >= nx or y >= ny:
        return
    density = 0.0
    for k in range(Q):
        density += WEIGHTS[k] * f[k, (x - cx[k] + nx) % nx, (y - cy[k] + ny) % ny]
    for k in range(Q):
        out[OPPOSITE[k], x, y] = density * cx[k] + cy[k]


@cuda.jit("void(int64[:], int64[:, :])")
def looked_up_anywhere(places, out):
    """Indices that nobody proves, from both ends; the same names with constants beside them."""
    i = cuda.grid(1)
    if i < places.size:
        k = places[i]
        out[0, i] = cx[k] + cx[3]
        out[1, i] = FAR[k % 4] + len(FAR)
        out[2, i] = SMALL[k % 3] + SMALL[k % 3]
        out[3, i] = FLAGS[i % 4]
        out[4, i] = MANY[(i * 7) % 600]
        out[5, i] = Stencil.offsets[i & 3] * 2**33
        out[6, i] = cx[-1 - i % 9]
        total = 0
        for step in cx:
            total += step * cx[i % Q]
        out[7, i] = total
        if places.size > 8:
            out[8, i] = places[i // 2 + Stencil.offsets[i % 4]]  # the first come from the end


@cuda.jit("void(float32[:], float64[:])")
def scaled_by_table(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] * SINGLE[i % 2]


@cuda.jit(device=True)
def side(cx, k):
    """A parameter with a table's name."""
    return cx[k] + cy[k]


@cuda.jit("void(int32[:])")
def hidden_table(out):
    i = cuda.grid(1)
    if i < out.size:
        cy = (10, 20, 30)
        out[i] = side(cy, i % 3) + cy[i % 3]


def make(table):
    @cuda.jit("void(int32[:])")
    def looked_up(out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = table[i % 3]

    return looked_up


table_of_squares = make((1, 4, 9))
table_of_cubes = make((1, 8, 27))


@cuda.jit("void(int32[:], int32[:])")
def left_the_table(places, out):
    """A thread that leaves the tuple ends there."""
    i = cuda.grid(1)
    if i < places.size:
        out[i] = 1
        out[i] = int32(2 + float32(WEIGHTS[places[i]]))


SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))
LONG_ROWS = ((1, 2**40, -3), (4, 5, -(2**41)))
FLOAT_ROWS = ((0.25, 0.5), (np.float64(2.0), 4.0))
UNLIKE = ((1, 0.5), (2, 0.25))
RAGGED = ((1, 2), (3,))


@cuda.jit("void(int64[:], int64[:, :])")
def rows(places, out):
    i = cuda.grid(1)
    if i < places.size:
        j = places[i]
        out[0, i] = SIDES[j][0] + 10 * SIDES[j][1]
        dy, dx = SIDES[j]
        out[1, i] = dy * 3 + dx
        total = 0
        for dy, dx in SIDES:
            total = total * 7 + dy * 3 + dx * j
        for side in SIDES:
            total = total * 3 + side[j % 2] + len(side)
        for at, (dy, dx) in enumerate(SIDES):
            total += at * (dy + 2 * dx)
        out[2, i] = total
        row = LONG_ROWS[j % 2]
        out[3, i] = row[0] + row[1] + LONG_ROWS[i % 2][2] * row[j % 3]
        out[4, i] = int(8 * FLOAT_ROWS[i % 2][1] + FLOAT_ROWS[-1][0])
        a, b = UNLIKE[i % 2]
        out[5, i] = int(a * 8 * b) + RAGGED[0][1] + SIDES[-1][1]


def check(k, n=700):
    f, out = rng().random((Q, 20, 13)), np.zeros((Q, 20, 13))
    k.lattice_step[(2, 2), (16, 8)](f, out)
    density = np.zeros((20, 13))
    for q in range(Q):
        density += WEIGHTS[q] * np.roll(f[q], (cx[q], cy[q]), (0, 1))
    for q in range(Q):
        same(out[OPPOSITE[q]], density * cx[q] + cy[q])

    places, taken_out = integers(n, np.int64, -9, 8), np.zeros((9, n), np.int64)
    k.looked_up_anywhere[blocks(n), THREADS](places, taken_out)
    i = np.arange(n)
    by_rows = np.zeros((6, n), np.int64)
    k.rows[blocks(n), THREADS](places % 8 - 4, by_rows)
    for at, j in enumerate((places % 8 - 4).tolist()):
        total = 0
        for dy, dx in SIDES:
            total = total * 7 + dy * 3 + dx * j
        for side in SIDES:
            total = total * 3 + side[j % 2] + 2
        total += sum(place * (dy + 2 * dx) for place, (dy, dx) in enumerate(SIDES))
        (dy, dx), row = SIDES[j], LONG_ROWS[j % 2]
        a, b = UNLIKE[at % 2]
        expected = [
            dy + 10 * dx,
            dy * 3 + dx,
            total,
            row[0] + row[1] + LONG_ROWS[at % 2][2] * row[j % 3],
            int(8 * FLOAT_ROWS[at % 2][1] + 2),
            int(a * 8 * b) + 3,
        ]
        same(
            by_rows[:, at], (np.array(expected, object) & (2**64 - 1)).astype(np.uint64).view("i8")
        )
    tables = [np.array(one) for one in (cx, FAR, SMALL, FLAGS, MANY, Stencil.offsets)]
    same(taken_out[0], tables[0][places] + cx[3])
    same(taken_out[1], tables[1][places % 4] + 4)
    same(taken_out[2], tables[2].astype(np.int64)[places % 3] * 2)
    same(taken_out[3], tables[3][i % 4])
    same(taken_out[4], tables[4][(i * 7) % 600])
    same(taken_out[5], tables[5][i & 3] * 2**33)
    same(taken_out[6], tables[0][-1 - i % 9])
    same(taken_out[7], sum(cx) * tables[0][i % Q])
    if n > 8:
        same(taken_out[8], places[i // 2 + tables[5][i % 4]])

    x, wide = rng(1).random(50).astype(np.float32), np.zeros(50)
    k.scaled_by_table[1, 64](x, wide)
    same(wide, x * np.array(SINGLE, np.float32)[np.arange(50) % 2])

    small = np.zeros(50, np.int32)
    k.hidden_table[1, 64](small)
    place = np.arange(50) % 3
    same(small, 2 * np.array((10, 20, 30))[place] + np.array(cy)[place])
    k.table_of_squares[1, 64](small)
    same(small, np.array((1, 4, 9))[place])
    k.table_of_cubes[1, 64](small)
    same(small, np.array((1, 8, 27))[place])

    ends = np.array([0, 8, 9, -9, -10, 1000], np.int32)
    left = np.zeros(6, np.int32)
    k.left_the_table[1, 64](ends, left)
    same(left, [2, 2, 1, 2, 1, 1])
