"""Families of kernels that one function makes: reductions, filters of images; decorators with names
of their own."""

import functools
import math
from typing import Any

import numpy as np
from case import THREADS, blocks, rng, same
from numba import cuda, float32, float64, int32, int64

FIXED_LAUNCH = ("sum32", "largest", "product", "norm", "sharpen", "erode", "gradient")
BLOCK = 64

device = functools.partial(cuda.jit, device=True)
inlined = functools.partial(device, inline="always")
kernel = functools.partial(cuda.jit, fastmath=False, launch_bounds=BLOCK)


def make_reduction(op, start, dtype, transform=None, accumulator=None):
    """A thread for every so many elements, then a tree in shared memory; one result a block."""
    total_type = accumulator or dtype
    if transform is None:
        transform = cuda.jit(device=True)(lambda x: x)

    @cuda.jit((dtype[:], total_type[:]), launch_bounds=BLOCK)
    def reduce(a, out):
        part = cuda.shared.array(BLOCK, total_type)
        t = cuda.threadIdx.x
        value = total_type(start)
        for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
            value = op(value, transform(a[i]))
        part[t] = value
        cuda.syncthreads()
        width = BLOCK // 2
        while width > 0:
            if t < width:
                part[t] = op(part[t], part[t + width])
            cuda.syncthreads()
            width //= 2
        if t == 0:
            out[cuda.blockIdx.x] = part[0]

    return reduce


@device
def added(x, y):
    return x + y


@inlined
def squared(x):
    return x * x


@device(inline="never")
def larger(x, y):
    return x if x > y else y


sum32 = make_reduction(added, 0, int32, accumulator=int64)
largest = make_reduction(larger, -math.inf, float64)
product = make_reduction(cuda.jit(device=True)(lambda x, y: x * y), 1, float64)
norm = make_reduction(added, 0.0, float64, squared)


def make_filter(border, radius, start, combine, finish):
    """What lies outside of the image is chosen by a string, which no kernel holds."""
    width = 2 * radius + 1

    @cuda.jit((float32[:, :], float32[:, :]), max_registers=64)
    def apply(image, out):
        i, j = cuda.grid(2)
        m, n = image.shape

        def pixel(r, c):
            if border == "wrap":
                return image[r % m, c % n]
            if border == "clamp":
                return image[min(max(r, 0), m - 1), min(max(c, 0), n - 1)]
            return image[r, c] if 0 <= r < m and 0 <= c < n else float32(0)

        if i < m and j < n:
            value = float32(start)
            for di in range(-radius, radius + 1):
                for dj in range(-radius, radius + 1):
                    place = (di + radius) * width + dj + radius
                    value = combine(value, pixel(i + di, j + dj), place)
            out[i, j] = finish(value, image[i, j])

    return apply


LAPLACE = np.array([0, 1, 0, 1, -4, 1, 0, 1, 0], np.float32)


@device
def laplace(value, x, place):
    return value + LAPLACE[place] * x


@device
def smallest(value, x, place):
    return min(value, x)


@device
def last(value, x):
    return value


sharpen = make_filter("clamp", 1, 0, laplace, cuda.jit(device=True)(lambda v, x: x - v))
erode = make_filter("wrap", 2, np.inf, smallest, last)
gradient = make_filter("zero", 1, 0, laplace, last)

OPERATIONS = (added, larger)


@kernel("void(float64[:], float64[:, :])")
def operations(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = OPERATIONS[0](a[i], 1)
        out[1, i] = OPERATIONS[-1](a[i], 1)


def laplacian(p: np.ndarray) -> np.ndarray:
    """In the order of the kernel."""
    v = np.zeros((p.shape[0] - 2, p.shape[1] - 2), np.float32)
    for k, weight in enumerate(LAPLACE):
        r, c = divmod(k, 3)
        v += weight * p[r : r + v.shape[0], c : c + v.shape[1]]
    return v


def check_filters(k: Any, rows: int) -> None:
    image = rng(1).uniform(0, 1, (rows, 17)).astype(np.float32)
    grid = (blocks(rows, 8), 3), (8, 8)
    out = np.zeros_like(image)
    k.sharpen[grid](image, out)
    same(out, image - laplacian(np.pad(image, 1, "edge")))
    k.gradient[grid](image, out)
    same(out, laplacian(np.pad(image, 1)))
    k.erode[grid](image, out)
    p = np.pad(image, 2, "wrap")
    same(out, np.min([p[a : a + rows, b : b + 17] for a in range(5) for b in range(5)], axis=0))


def check(k, n=150):
    a = rng(1).uniform(0.5, 1.5, n)
    counts = np.arange(n, dtype=np.int32) * 10000003
    sums = np.zeros(3, np.int64)
    k.sum32[3, BLOCK](counts, sums)
    assert sums.sum() == counts.astype(np.int64).sum()
    out = np.zeros(3)
    k.largest[3, BLOCK](a, out)
    assert out.max() == a.max(initial=-np.inf)
    k.product[3, BLOCK](a, out)
    np.testing.assert_allclose(out.prod(), a.prod(), rtol=1e-13)
    k.norm[3, BLOCK](a, out)
    np.testing.assert_allclose(out.sum(), (a * a).sum(), rtol=1e-13)
    both = np.zeros((2, n))
    k.operations[blocks(n), THREADS](a, both)
    same(both, [a + 1, np.maximum(a, 1)])
    if n > 2:
        check_filters(k, min(n, 21))
