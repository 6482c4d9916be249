"""Twelve kernels as scientists write them; tests/bench compares their code with twelve.cu's.

Constants are float32, so that nothing is computed in double, and arrays are contiguous.
"""

import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda, float32

TILE = 16
PADDED = TILE + 1
BLOCK = 256

# Blocks have the size of their shared arrays.
FIXED_LAUNCH = ("tiled_matmul", "transpose", "reduce")


@cuda.jit("void(float32, float32[::1], float32[::1])")
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.shape[0]:
        y[i] = a * x[i] + y[i]


@cuda.jit("void(float32[:, ::1], float32[:, ::1])")
def jacobi(a, out):
    """A step of Jacobi's iteration: the mean of four neighbours."""
    j, i = cuda.grid(2)
    rows, cols = a.shape
    if i >= 1 and i < rows - 1 and j >= 1 and j < cols - 1:
        out[i, j] = float32(0.25) * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


@cuda.jit("void(float32[:, :, ::1], float32[:, :, ::1], float32, float32)")
def stencil7(a, out, centre, side):
    """Seven points; a thread goes through a column of planes."""
    k, j = cuda.grid(2)
    if j < 1 or j >= a.shape[1] - 1 or k < 1 or k >= a.shape[2] - 1:
        return
    for i in range(1, a.shape[0] - 1):
        around = a[i - 1, j, k] + a[i + 1, j, k] + a[i, j - 1, k] + a[i, j + 1, k]
        around += a[i, j, k - 1] + a[i, j, k + 1]
        out[i, j, k] = centre * a[i, j, k] + side * around


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1])")
def matmul(a, b, c):
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        total = float32(0)
        for m in range(a.shape[1]):
            total += a[row, m] * b[m, col]
        c[row, col] = total


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1])")
def tiled_matmul(a, b, c):
    """Square matrices of any size, a tile of both at a time."""
    left = cuda.shared.array((TILE, TILE), float32)
    right = cuda.shared.array((TILE, TILE), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    col, row = cuda.grid(2)
    n = a.shape[0]
    total = float32(0)
    for step in range((n + TILE - 1) // TILE):
        left[ty, tx] = float32(0)
        right[ty, tx] = float32(0)
        if row < n and step * TILE + tx < n:
            left[ty, tx] = a[row, step * TILE + tx]
        if col < n and step * TILE + ty < n:
            right[ty, tx] = b[step * TILE + ty, col]
        cuda.syncthreads()
        for m in range(TILE):
            total += left[ty, m] * right[m, tx]
        cuda.syncthreads()
    if row < n and col < n:
        c[row, col] = total


@cuda.jit("void(float32[:, ::1], float32[:, ::1])")
def transpose(a, out):
    tile = cuda.shared.array((TILE, PADDED), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    x = cuda.blockIdx.x * TILE + tx
    y = cuda.blockIdx.y * TILE + ty
    if y < a.shape[0] and x < a.shape[1]:
        tile[ty, tx] = a[y, x]
    cuda.syncthreads()
    x = cuda.blockIdx.y * TILE + tx
    y = cuda.blockIdx.x * TILE + ty
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = tile[tx, ty]


@cuda.jit("void(float32[::1], float32[::1])")
def reduce(a, out):
    """The sum of each block's elements."""
    partial = cuda.shared.array(BLOCK, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    partial[t] = a[i] if i < a.shape[0] else float32(0)
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            partial[t] += partial[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        out[cuda.blockIdx.x] = partial[0]


@cuda.jit("void(int32[::1], int32[::1], int64)")
def histogram(values, counts, n):
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    for i in range(start, n, stride):
        cuda.atomic.add(counts, values[i], 1)


@cuda.jit("void(float32[:, ::1], float32[:, ::1])")
def pairdist(points, out):
    """The squared distance of every pair."""
    i, j = cuda.grid(2)
    n = points.shape[0]
    if i < n and j < n:
        total = float32(0)
        for d in range(points.shape[1]):
            diff = points[i, d] - points[j, d]
            total += diff * diff
        out[i, j] = total


@cuda.jit("void(float32[:, ::1], float32[::1], float32[:, ::1], int32)")
def nbody(position, mass, force, n):
    i = cuda.grid(1)
    if i >= n:
        return
    x, y, z = position[i, 0], position[i, 1], position[i, 2]
    fx = float32(0)
    fy = float32(0)
    fz = float32(0)
    for j in range(n):
        dx = position[j, 0] - x
        dy = position[j, 1] - y
        dz = position[j, 2] - z
        square = dx * dx + dy * dy + dz * dz + float32(0.01)
        weight = mass[j] / (square * square)
        fx += weight * dx
        fy += weight * dy
        fz += weight * dz
    force[i, 0] = fx
    force[i, 1] = fy
    force[i, 2] = fz


@cuda.jit("void(int32[:, ::1], float32, float32, float32, int32)")
def mandelbrot(out, left, top, step, limit):
    j, i = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        re = left + float32(j) * step
        im = top + float32(i) * step
        x = float32(0)
        y = float32(0)
        count = 0
        while count < limit and x * x + y * y < float32(4):
            x, y = x * x - y * y + re, float32(2) * x * y + im
            count += 1
        out[i, j] = count


@cuda.jit("void(float32[::1], float32[::1], int64)")
def divmod2(x, out, w):
    i = cuda.grid(1)
    if i < x.shape[0]:
        out[i] = x[i // w] + x[i % w]


def near(actual, expected):
    """Products may be contracted with sums, and sums have another order."""
    np.testing.assert_allclose(actual, expected, rtol=2e-5, atol=2e-5)


def matrix(rows, cols, seed=0):
    return rng(seed).random((rows, cols), dtype=np.float32)


def check_elements(k, n):
    x, y = matrix(2, n)
    found = y.copy()
    k.saxpy[blocks(n), THREADS](np.float32(1.5), x, found)
    near(found, np.float32(1.5) * x + y)

    width = 7
    found = np.zeros(n, np.float32)
    k.divmod2[blocks(n), THREADS](x, found, width)
    i = np.arange(n)
    near(found, x[i // width] + x[np.minimum(i % width, n - 1)])

    found = np.zeros(blocks(n, BLOCK), np.float32)
    k.reduce[blocks(n, BLOCK), BLOCK](x, found)
    near(found, [x[at : at + BLOCK].sum() for at in range(0, max(n, 1), BLOCK)])

    values = integers(n, np.int32, 0, 9)
    counts = np.zeros(10, np.int32)
    k.histogram[2, THREADS](values, counts, n)
    same(counts, np.bincount(values, minlength=10))


def check_planes(k, n):
    a = matrix(n, n + 3)
    rows, cols = a.shape
    over = (blocks(cols, 8), blocks(rows, 8)), (8, 8)
    out = np.zeros_like(a)
    k.jacobi[over](a, out)
    expected = np.zeros_like(a)
    inner = a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] if rows > 2 else a[:0, 1:-1]
    expected[1:-1, 1:-1] = inner / 4
    near(out, expected)

    a = rng(1).random((n, 5, 6), dtype=np.float32)
    out = np.zeros_like(a)
    k.stencil7[1, (8, 8)](a, out, np.float32(0.4), np.float32(0.1))
    expected = np.zeros_like(a)
    if n > 2:
        inner = (slice(1, -1),) * 3
        around = sum(np.roll(a, by, axis)[inner] for by in (1, -1) for axis in range(3))
        expected[inner] = np.float32(0.4) * a[inner] + np.float32(0.1) * around
    near(out, expected)

    a = matrix(n, n + 3)
    out = np.zeros((n + 3, n), np.float32)
    grid = blocks(n + 3, TILE), blocks(n, TILE)
    k.transpose[grid, (TILE, TILE)](a, out)
    same(out, a.T)

    out = np.zeros((n, n + 3), np.int32)
    k.mandelbrot[over](out, np.float32(-2), np.float32(-1), np.float32(0.0625), 50)
    re = np.float32(-2) + np.arange(n + 3, dtype=np.float32)[None, :] * np.float32(0.0625)
    im = np.float32(-1) + np.arange(n, dtype=np.float32)[:, None] * np.float32(0.0625)
    z, counts = np.zeros(out.shape, np.complex64), np.zeros(out.shape, np.int32)
    for _ in range(50):
        inside = z.real**2 + z.imag**2 < 4
        counts += inside
        z = np.where(inside, z * z + (re + 1j * im), z)
    # at the border a contracted product may decide otherwise
    assert (out != counts).sum() <= out.size // 50


def check_pairs(k, n):
    a, b = matrix(n, 9), matrix(9, n + 2, 1)
    c = np.zeros((n, n + 2), np.float32)
    k.matmul[(blocks(n + 2, 8), blocks(n, 8)), (8, 8)](a, b, c)
    near(c, a @ b)

    a, b = matrix(n, n), matrix(n, n, 1)
    c = np.zeros((n, n), np.float32)
    k.tiled_matmul[(blocks(n, TILE),) * 2, (TILE, TILE)](a, b, c)
    near(c, a @ b)

    points = matrix(n, 3)
    differences = points[None, :, :] - points[:, None, :]
    out = np.zeros((n, n), np.float32)
    k.pairdist[(blocks(n, 8),) * 2, (8, 8)](points, out)
    squares = (differences**2).sum(axis=2)
    near(out, squares)

    mass = rng(2).random(n, dtype=np.float32)
    force = np.zeros((n, 3), np.float32)
    k.nbody[blocks(n), THREADS](points, mass, force, n)
    weights = mass[None, :] / (squares + np.float32(0.01)) ** 2
    expected = (weights[:, :, None] * differences).sum(axis=1)
    np.testing.assert_allclose(force, expected, rtol=1e-3, atol=1e-2)


def check(k, n=75):
    check_elements(k, n)
    check_planes(k, n)
    check_pairs(k, n)
