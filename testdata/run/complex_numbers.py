"""Complex numbers: operators, parts, mixed operands, constants, arrays of every kind, division by 0."""

import numpy as np
from case import THREADS, blocks, close, rng, same
from numba import complex64, complex128, cuda

C = -0.8 + 0.156j
ROTATIONS = (1j, -1.0 + 0j, -1j)
SCALE = 0.5
TILE = 64


def complexes(n, dtype, seed):
    """Numbers of both signs; the first ones have zeros of both signs for parts."""
    values = (rng(seed).normal(0, 2, n) + 1j * rng(seed + 100).normal(0, 2, n)).astype(dtype)
    special = [0, -0.0, 1, complex(0.0, -0.0), 1j, complex(-0.0, 2)]
    values[: min(n, 6)] = np.array(special, dtype)[: min(n, 6)]
    return values


def product(a, b):
    """Four multiplications, which NumPy may fuse into others."""
    return pair(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real)


def pair(real, imag):
    out = np.empty(np.broadcast(real, imag).shape, np.result_type(real.dtype, np.complex64))
    out.real, out.imag = real, imag
    return out


def quotient(a, b):
    """Smith's algorithm."""
    with np.errstate(all="ignore"):
        by_real = abs(b.real) >= abs(b.imag)
        ratio = np.where(by_real, b.imag / b.real, b.real / b.imag).astype(b.real.dtype)
        scale = np.where(by_real, b.real + b.imag * ratio, b.real * ratio + b.imag)
        real = np.where(by_real, a.real + a.imag * ratio, a.real * ratio + a.imag) / scale
        imag = np.where(by_real, a.imag - a.real * ratio, a.imag * ratio - a.real) / scale
    return pair(real, imag)


def same_complex(actual, expected):
    same(actual.real, expected.real)
    same(actual.imag, expected.imag)


@cuda.jit(
    [
        "void(complex64[:], complex64[:], complex64[:, :])",
        "void(complex128[:], complex128[:], complex128[:, :])",
    ]
)
def arithmetic(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        z = a[i]
        w = b[i]
        out[0, i] = z + w
        out[1, i] = z - w
        out[2, i] = z * w
        out[3, i] = -z
        out[4, i] = z.conjugate()
        out[5, i] = z * z + w
        out[6, i] = +z
        out[7, i] = z / w


@cuda.jit(
    [
        "void(complex64[:], complex64[:], float32[:, :])",
        "void(complex128[:], complex128[:], float64[:, :])",
    ]
)
def parts(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        z = a[i]
        out[0, i] = z.real
        out[1, i] = b[i].imag
        out[2, i] = z.real * z.real + z.imag * z.imag
        out[3, i] = abs(z)
        out[4, i] = z == b[i]
        out[5, i] = z != b[i]
        out[6, i] = 1 if z else 0
        out[7, i] = not z


@cuda.jit("void(complex64[:], float32[:], int32[:], complex64[:, :], complex128[:, :])")
def mixed(a, x, n, out, wide):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] * x[i]
        out[1, i] = x[i] - a[i]
        out[2, i] = x[i]
        out[3, i] = n[i]
        out[4, i] = np.complex64(n[i])
        wide[0, i] = 2 * a[i]
        wide[1, i] = a[i] * 2.5 - 1j
        wide[2, i] = n[i] + a[i]
        wide[3, i] = complex(x[i], n[i])
        wide[4, i] = complex(n[i])


@cuda.jit("void(complex128[:], complex128, complex64, complex128[:, :])")
def with_constants(z, p, q, out):
    i = cuda.grid(1)
    if i < z.size:
        acc = complex128(0)
        for r in range(3):
            acc += ROTATIONS[r] * z[i]
        out[0, i] = acc
        out[1, i] = z[i] * z[i] + C
        out[2, i] = C.real + C.imag * 1j
        out[3, i] = p * z[i] + q
        out[4, i] = p if i % 2 == 0 else SCALE


@cuda.jit(device=True)
def turned(z, w):
    return z * w, z - w


@cuda.jit("void(complex64[:], complex64[:])")
def blocks_of_sums(z, out):
    """Sums of blocks in shared memory, through a local array and a device function."""
    tile = cuda.shared.array(TILE, complex64)
    own = cuda.local.array(2, np.complex64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    own[0], own[1] = turned(z[i] if i < z.size else complex64(0), np.complex64(1j))
    own[0] += own[1]
    tile[t] = own[0]
    cuda.syncthreads()
    half = TILE // 2
    while half > 0:
        if t < half:
            tile[t] += tile[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        out[cuda.blockIdx.x] = tile[0]


@cuda.jit("void(complex128[:], complex128[:], complex128[:, :])")
def powers(z, w, out):
    i = cuda.grid(1)
    if i < z.size:
        out[0, i] = z[i] ** w[i]
        out[1, i] = z[i] ** 2
        out[2, i] = z[i] ** 0.5
        out[3, i] = z[i] ** 0


@cuda.jit("void(complex64[:], complex64[:], int32[:])")
def division_by_zero_ends_the_thread(z, w, done):
    i = cuda.grid(1)
    if i < z.size:
        done[i] = 1
        z[i] /= w[i]
        done[i] = 2


FIXED_LAUNCH = {"blocks_of_sums"}


@cuda.jit(device=True)
def largest(values):
    best = values[0]
    for k in range(1, values.size):
        best = max(best, values[k])
    return best


@cuda.jit("void(complex64[:], complex128[:, :], float64[:, :], float32[:, :])")
def parts_of_arrays(z, w, x, out):
    """The parts of all elements: views of rows, of constants, of what is shared; stores to them."""
    shared = cuda.shared.array(4, complex64)
    for own in range(cuda.threadIdx.x, 4, cuda.blockDim.x):  # of blocks of any size
        shared[own] = 1 + 2j
    cuda.syncthreads()
    i = cuda.grid(1)
    if i >= w.shape[0]:
        return
    out[0, i] = z.real[i] - z.imag[-1 - i]
    out[1, i] = largest(w[i].imag) + largest(w.T.real[:, i])
    out[2, i] = shared.imag[1] + x.real[i, 0]
    turned = w.imag
    turned[i, 1] = w.real[i, 0]
    w.real[i, 0] += 0.5


def check(k, n=300):
    for dtype in (np.complex64, np.complex128):
        real = np.float32 if dtype == np.complex64 else np.float64
        a, b = complexes(n, dtype, 1), complexes(n, dtype, 2)[::-1].copy()
        b[b == 0] = 1
        out = np.zeros((8, n), dtype)
        k["arithmetic"][blocks(n), THREADS](a, b, out)
        same_complex(out[0], a + b)
        same_complex(out[1], a - b)
        same_complex(out[2], product(a, b))
        same_complex(out[3], pair(-a.real, -a.imag))
        same_complex(out[4], pair(a.real, -a.imag))
        same_complex(out[5], product(a, a) + b)
        same_complex(out[6], a)
        same_complex(out[7], quotient(a, b))
        numbers = np.zeros((8, n), real)
        b[::3] = a[::3]
        k["parts"][blocks(n), THREADS](a, b, numbers)
        same(numbers[0], a.real)
        same(numbers[1], b.imag)
        same(numbers[2], a.real * a.real + a.imag * a.imag)
        close(numbers[3], np.hypot(a.real.astype(np.float64), a.imag), 1)
        same(numbers[4], a == b)
        same(numbers[5], a != b)
        same(numbers[6], a != 0)
        same(numbers[7], a == 0)

    a = complexes(n, np.complex64, 3)
    x = rng(4).normal(0, 3, n).astype(np.float32)
    m = rng(5).integers(-9, 9, n, np.int32)
    out, wide = np.zeros((5, n), np.complex64), np.zeros((5, n), np.complex128)
    k["mixed"][blocks(n), THREADS](a, x, m, out, wide)
    zero = np.zeros(n, np.float32)
    same_complex(out[0], product(a, pair(x, zero)))
    same_complex(out[1], pair(x - a.real, 0 - a.imag))
    same_complex(out[2], pair(x, zero))
    same_complex(out[3], pair(m.astype(np.float32), zero))
    same_complex(out[4], pair(m.astype(np.float32), zero))
    a = a.astype(np.complex128)
    same_complex(wide[0], product(pair(np.full(n, 2.0), zero), a))
    same_complex(wide[1], product(a, pair(np.full(n, 2.5), zero)) - 1j)
    same_complex(wide[2], pair(m + a.real, 0 + a.imag))
    same_complex(wide[3], pair(x.astype(np.float64), m))
    same_complex(wide[4], pair(m.astype(np.float64), zero))

    z = complexes(n, np.complex128, 6)
    out = np.zeros((5, n), np.complex128)
    k["with_constants"][blocks(n), THREADS](z, 0.25 - 2j, np.complex64(1 + 3j), out)
    np.testing.assert_allclose(out[0], z * (1j - 1 - 1j), rtol=1e-15, atol=1e-15)
    same_complex(out[1], product(z, z) + C)
    same(out[2].real, np.full(n, C.real))
    same_complex(out[3], product(np.full(n, 0.25 - 2j), z) + (1 + 3j))
    same_complex(out[4], np.where(np.arange(n) % 2 == 0, 0.25 - 2j, 0.5 + 0j))

    count = blocks(n, TILE)
    z = rng(7).integers(-9, 9, n) + 1j * rng(8).integers(-9, 9, n)
    sums = np.zeros(count, np.complex64)
    k["blocks_of_sums"][count, TILE](z.astype(np.complex64), sums)
    padded = np.zeros(count * TILE, np.complex128)
    padded[:n] = z
    same_complex(sums, (padded * 1j + padded - 1j).reshape(count, TILE).sum(1))

    z, w = complexes(n, np.complex128, 9), complexes(n, np.complex128, 10)
    z[: min(n, 6)] = np.array([2, 1j, -3, 0.5 - 1j, 4j, -1])[: min(n, 6)]
    out = np.zeros((4, n), np.complex128)
    k["powers"][blocks(n), THREADS](z, w, out)
    np.testing.assert_allclose(out[0], z**w, rtol=1e-11, atol=1e-13)
    np.testing.assert_allclose(out[1], z * z, rtol=1e-13, atol=1e-14)
    np.testing.assert_allclose(out[2], np.sqrt(z), rtol=1e-13, atol=1e-14)
    same_complex(out[3], np.ones(n, np.complex128))

    z, w = complexes(n, np.complex64, 11), complexes(n, np.complex64, 12)
    w[::2] = 0
    is_zero = w == 0
    before, done = z.copy(), np.zeros(n, np.int32)
    k["division_by_zero_ends_the_thread"][blocks(n), THREADS](z, w, done)
    same(done, np.where(is_zero, 1, 2))
    same_complex(z[is_zero], before[is_zero])

    z, w = complexes(n, np.complex64, 13), complexes(3 * n, np.complex128, 14).reshape(n, 3)
    x, out = rng(15).normal(0, 1, (n, 2)), np.zeros((3, n), np.float32)
    expected = w.copy()
    expected.imag[:, 1] = w.real[:, 0]
    expected.real[:, 0] += 0.5
    sums = w.imag.max(axis=1) + w.real.max(axis=1)
    k["parts_of_arrays"][blocks(n), THREADS](z, w, x, out)
    same_complex(w, expected)
    same(out[0], z.real - z.imag[::-1])
    same(out[1], sums.astype(np.float32))
    same(out[2], (2 + x[:, 0]).astype(np.float32))
