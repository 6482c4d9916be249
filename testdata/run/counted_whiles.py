"""`while` loops with a counter of their own, one after the other and within each other; bounds of
`range` that C++ tests with <= and >=; indices that are for nothing but arrays; masks of a warp."""

import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda, float32, int32

FULL = 0xFFFFFFFF
HIGH = 0x80000001
SIZE = 64

# Lanes and the tile have the places that the launch gives them.
FIXED_LAUNCH = ("block_sums", "warp_sums")
TILE = (SIZE, 2)


@cuda.jit("void(int64[:], int64[:])")
def block_sums(a, out):
    """Two loops with one name around barriers; the second one's step stands before a barrier."""
    part = cuda.shared.array(TILE, np.int64)
    t = cuda.threadIdx.x
    part[t, 0] = a[cuda.grid(1)]
    part[t, 1] = a[cuda.grid(1)]
    cuda.syncthreads()
    half = SIZE // 2
    while half > 0:
        if t < half:
            part[t, 0] += part[t + half, 0]
        cuda.syncthreads()
        half //= 2

    half = 1

    # the other way round
    while half < SIZE:
        if t % (2 * half) == 0:
            part[t, 1] = max(part[t, 1], part[t + half, 1])
        half *= 2
        cuda.syncthreads()
    if t == 0:
        out[2 * cuda.blockIdx.x] = part[0, 0]
        out[2 * cuda.blockIdx.x + 1] = part[0, 1]


@cuda.jit("void(int32[:], int32[:, :])")
def warp_sums(a, out):
    """The same around shuffles, and in a function."""
    i = cuda.grid(1)
    x = a[i]
    step = 16
    while step > 0:
        x = int32(x + cuda.shfl_xor_sync(FULL, x, step))
        step //= 2
    y = a[i]
    step = 1
    while step < 32:
        y = max(y, cuda.shfl_xor_sync(FULL, y, step))
        step <<= 1
    out[0, i] = x
    out[1, i] = y
    out[2, i] = cuda.popc(cuda.ballot_sync(FULL, a[i] > 0) & cuda.lanemask_lt())
    out[3, i] = cuda.ffs(cuda.ballot_sync(FULL, a[i] < 0) & ~cuda.lanemask_lt())


@cuda.jit("void(int64[:], int64[:], int64[:])")
def rows(a, b, out):
    """Without barriers; the counter is a place of the grid."""
    i = cuda.grid(1)
    while i < a.size:
        out[i] = a[i] * 2
        i += cuda.gridsize(1)
    i = cuda.grid(1)
    while i < b.size:
        k = 0
        while k < 3:
            out[i] += b[i] * k
            k += 1
        k = 1
        while k < 20:
            if k > 10:
                break
            out[i] += k
            k = k * 3
        i = i + cuda.gridsize(1)


@cuda.jit(device=True)
def of_three(n):
    total = 0
    k = n
    while k > 0:
        total += k
        k -= 3
    k = 7
    while k < total:
        k += 2
        total -= 1
    j = 0
    while j < 4:
        if j == n % 4:
            j += 1
            continue
        total += j
        j += 1
    return total * 100 + j


@cuda.jit("void(int32[:], int64[:, :])")
def not_these(a, out):
    """Counters that are read behind their loop, stepped twice, passed over, or by what they find."""
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = of_three(a[i])
        k = 0
        while k * k < a[i]:
            k += 1
        out[1, i] = k
        m = 0
        total = 0
        while m < 20:
            step = abs(a[(i + m) % a.size]) % 3 + 1
            total += m
            m += step
        out[2, i] = total
        n = 5
        out[3, i] = n
        n = 0
        while n < a[i]:
            out[3, i] += n
            n += 2


@cuda.jit("void(int32[:], int32[:], int64[:, :])")
def bounds(first, last, out):
    """`range(a, b + 1)` and `range(b, -1, -1)`, at the ends of the types as well."""
    i = cuda.grid(1)
    if i < first.size:
        total = 0
        for _ in range(first[i], last[i] + 1):
            total += 1
        out[0, i] = total
        total = 0
        for j in range(min(last[i], 9), -1, -1):
            total = total * 3 + j
        out[1, i] = total
        total = 0
        end = np.int64(last[i])
        for j in range(np.int64(first[i]), end + 1, 2):
            total += j
        out[2, i] = total
        total = 0
        for _ in range(SIZE + 1):
            for _ in range(3):
                total += 1
        out[3, i] = total


@cuda.jit("void(int32[:], int64[:, :])")
def no_turns(b, out):
    """A start that an int does not hold is the counter's as well, where there is no turn."""
    i = cuda.grid(1)
    if i < b.size:
        down = 0
        for _ in range(b[i] - 1, -1, -1):
            down += 1
            if down > 4:
                break
        up = 0
        for _ in range(b[i] + 1, 5):
            up += 1
            if up > 4:
                break
        out[0, i] = down
        out[1, i] = up


@cuda.jit("void(int64, int64, int64[:])")
def last_number(first, last, out):
    """A parameter may be the last number of its type: `k <= last` would never end."""
    total = 0
    for k in range(first, last + 1):
        total += k & 1
        if total > 5:
            break
    out[0] = total


@cuda.jit("void(float32[:], int32, int32)")
def places(out, rows, columns):
    """An index of several coordinates, which may count from the end, and a mask in 64 bits."""
    z, y, x = cuda.grid(3)
    if z < 2 and y < rows and x < columns:
        flat = (z * rows + y) * columns + x
        back = flat - 2 * rows * columns
        out[flat] += float32(flat)
        out[back] += float32(1)
        out[z * rows * columns + y * columns + x] += float32(0.5)


@cuda.jit("void(int32[:], int64[:], uint32[:], int64[:], int64[:, :])")
def far_terms(p, w, u, values, out):
    """Sums and products that only 64 bits hold, and an index once something else is taken away."""
    i = cuda.grid(1)
    if i < p.size:
        square = p[i] * p[i]
        out[0, i] = values[square - w[i]]
        again = p[i] * p[i]
        out[1, i] = values[again - 4899999995]
        double = p[i] + p[i]
        out[2, i] = values[double - u[i]]
        base = p[i] * p[i]
        total = 0
        for j in range(p[i] - 1, p[i] + 1):
            total += values[base - j * p[i]]
        out[3, i] = total
        far = p[i] * p[i]
        near = far - 69999 * p[i]
        out[4, i] = values[near]
        half = p[i] * p[i]
        out[5, i] = values[half - (w[i] | 1) + (w[i] & 1)]


@cuda.jit("void(int64[:], int64[:])")
def masks(a, out):
    """Masks that are numbers as well keep their 64 bits."""
    i = cuda.grid(1)
    if i < a.size:
        out[i] = (a[i] & HIGH) + (HIGH >> 31) - HIGH * 2


def of_three_in_python(n):
    total = sum(range(n, 0, -3))
    k = 7
    while k < total:
        k += 2
        total -= 1
    return (total + sum(j for j in range(4) if j != n % 4)) * 100 + 4


def strides_in_python(numbers, i):
    m = total = 0
    while m < 20:
        total += m
        m += abs(numbers[(i + m) % len(numbers)]) % 3 + 1
    return total


def folded(values):
    total = 0
    for value in values:
        total = total * 3 + value
    return total


def check(k, n=200):
    a = integers(4 * SIZE, np.int64, -9, 99, 1)
    out = np.zeros(8, np.int64)
    k.block_sums[4, SIZE](a, out)
    same(out[::2], a.reshape(4, SIZE).sum(axis=1))
    same(out[1::2], a.reshape(4, SIZE).max(axis=1))

    lanes = integers(64, np.int32, -99, 99, 2)
    out = np.zeros((4, 64), np.int32)
    k.warp_sums[1, 64](lanes, out)
    warps = lanes.reshape(2, 32)
    same(out[0], np.repeat(warps.sum(axis=1), 32))
    same(out[1], np.repeat(warps.max(axis=1), 32))
    same(out[2], (np.cumsum(warps > 0, axis=1) - (warps > 0)).ravel())
    first = [[next((m + 1 for m in range(j, 32) if w[m] < 0), 0) for j in range(32)] for w in warps]
    same(out[3], np.ravel(first))

    a, b = integers(n, np.int64, -9, 99, 3), integers(n, np.int64, 0, 9, 4)
    out = np.zeros(n, np.int64)
    k.rows[3, 16](a, b, out)
    same(out, a * 2 + b * 3 + 1 + 3 + 9)

    small = integers(n, np.int32, -5, 40, 5)
    out = np.zeros((4, n), np.int64)
    k.not_these[blocks(n), THREADS](small, out)
    numbers = small.tolist()
    same(out[0], [of_three_in_python(v) for v in numbers])
    same(out[1], [next(m for m in range(99) if m * m >= v) for v in numbers])
    same(out[2], [strides_in_python(numbers, i) for i in range(n)])
    same(out[3], [5 + sum(range(0, v, 2)) for v in numbers])

    ends = np.array([2**31 - 3, 2**31 - 1, -(2**31)], np.int32)
    first = np.concatenate([ends, integers(n, np.int32, -9, 9, 6)])
    last = np.concatenate([ends, integers(n, np.int32, -9, 9, 7)])
    out = np.zeros((4, n + 3), np.int64)
    k.bounds[blocks(n + 3), THREADS](first, last, out)
    pairs = list(zip(first.tolist(), last.tolist()))
    same(out[0], [len(range(f, e + 1)) for f, e in pairs])
    same(out[1], [folded(range(min(e, 9), -1, -1)) for _, e in pairs])
    same(out[2], [sum(range(f, e + 1, 2)) for f, e in pairs])
    same(out[3], np.full(n + 3, (SIZE + 1) * 3))

    b = np.array([-(2**31), 2**31 - 1, 3, 1], np.int32)
    out = np.zeros((2, 4), np.int64)
    k.no_turns[1, 32](b, out)
    same(out, [[0, 5, 3, 1], [5, 0, 1, 3]])

    out = np.zeros(1, np.int64)
    k.last_number[1, 1](-4, 3, out)
    assert out[0] == 4

    volume = np.zeros(70, np.float32)
    k.places[(1, 2, 2), (2, 4, 4)](volume, 5, 7)
    same(volume, np.arange(70, dtype=np.float32) + np.float32(1.5))

    p = np.full(4, 70000, np.int32)
    w = 4900000000 - np.array([5, 70000, 1, 64], np.int64)
    values = np.arange(70001, dtype=np.int64) * 3
    out = np.zeros((6, 4), np.int64)
    k.far_terms[1, 32](p, w, np.array([140000, 139999, 70000, 139001], np.uint32), values, out)
    same(out[0], (4900000000 - w) * 3)
    same(out[1], np.full(4, 15))
    same(out[2], [0, 3, 210000, 2997])
    same(out[3], np.full(4, 210000))
    same(out[4], np.full(4, 210000))
    same(out[5], (4900000000 - (w | 1) + (w & 1)) * 3)

    wide = integers(n, np.int64, -(2**62), 2**62, 8)
    out = np.zeros(n, np.int64)
    k.masks[blocks(n), THREADS](wide, out)
    same(out, (wide & HIGH) + 1 - HIGH * 2)
