"""Integer arithmetic: the result types of Numba and Python's signs for `//` and `%`."""
import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda


@cuda.jit("void(int32[:], int32[:], int64[:, :])")
def signed32(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        x, y = a[i], b[i]
        out[0, i] = x + y
        out[1, i] = x - y
        out[2, i] = x * y
        out[3, i] = x // y
        out[4, i] = x % y
        out[5, i] = -x
        out[6, i] = +x
        out[7, i] = ~x
        out[8, i] = x & y
        out[9, i] = x | y
        out[10, i] = x ^ y
        out[11, i] = x >> 3
        out[12, i] = x << 5


@cuda.jit("void(uint8[:], uint8[:], uint64[:, :])")
def unsigned8(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] + b[i]
        out[1, i] = a[i] - b[i]
        out[2, i] = a[i] * b[i]
        out[3, i] = a[i] // b[i]
        out[4, i] = a[i] % b[i]
        out[5, i] = a[i] << b[i] % 8
        out[6, i] = a[i] >> b[i] % 8


@cuda.jit("void(int64[:], int64[:], int64[:, :])")
def signed64(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] + b[i]
        out[1, i] = a[i] - b[i]
        out[2, i] = a[i] * b[i]
        out[3, i] = a[i] // b[i]
        out[4, i] = a[i] % b[i]


@cuda.jit("void(int32[:], float64[:, :])")
def true_division(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] / 3
        out[1, i] = 7 / a[i]
        out[2, i] = a[i] / a[i]


@cuda.jit("void(int32[:], int64[:, :])")
def powers(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] ** 2
        out[1, i] = a[i] ** 3
        out[2, i] = 2 ** (a[i] & 15)
        out[3, i] = a[i] ** 0


@cuda.jit("void(int8[:], uint32[:], int64[:, :])")
def powers_divided(a, b, out):
    """A cube has the sign of its base; of an unsigned base it is an int64 too."""
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] ** 3 // 2
        out[1, i] = a[i] ** 2 % 7
        x = b[i]
        if x < 1000:
            x += x
        out[2, i] = x**3 // 7


@cuda.jit("void(int16[:], int64[:, :])")
def by_literals(a, out):
    """Floor division and modulo by positive and negative literals."""
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] // 7
        out[1, i] = a[i] // -7
        out[2, i] = a[i] % 7
        out[3, i] = a[i] % -7
        out[4, i] = a[i] // 8
        out[5, i] = a[i] % 8
        out[6, i] = 100 // (a[i] | 1)
        out[7, i] = 100 % (a[i] | 1)


@cuda.jit("void(int8[:], int8[:], int16[:], uint16[:], uint32[:])")
def stores_wrap(a, out8, out16, outu16, outu32):
    """A store keeps the low bits of an int64 result."""
    i = cuda.grid(1)
    if i < a.size:
        x = a[i] * 1000
        out8[i] = x
        out16[i] = x
        outu16[i] = x
        outu32[i] = x


@cuda.jit("void(uint32[:], int32[:], int64[:, :])")
def mixed_signs(a, b, out):
    """uint32 with int32 gives int64."""
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] + b[i]
        out[1, i] = a[i] * b[i]
        out[2, i] = b[i] - a[i]
        out[3, i] = b[i] // a[i]
        out[4, i] = b[i] % a[i]


@cuda.jit("void(uint64[:], uint64[:, :])")
def large_unsigned(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = a[i] + a[i]
        out[1, i] = a[i] // np.uint64(3)
        out[2, i] = a[i] % np.uint64(1000)
        out[3, i] = a[i] >> np.uint64(63)
        out[4, i] = a[i] | 0x8000000000000000


@cuda.jit(device=True)
def raised(x, i, by):
    x[i] = x[i] + by
    return x[i] < by


@cuda.jit("void(int32[:, :], int32[:], int32[:])")
def looked_at_again(x, n, out):
    """An int32 keeps the lowest bits of a sum, which a later look sees."""
    i = cuda.grid(1)
    if i < n.size:
        x[0, i] = n[i] * n[i]
        if x[0, i] < 0:
            out[i] += 1
        old = x[1, i]
        x[1, i] = old + 1
        if x[1, i] < old:
            out[i] += 10
        x[2, i] += n[i]
        if x[2, i] < n[i]:
            out[i] += 100
        if raised(x[3], i, 1):
            out[i] += 1000
        kept = x[4, i]
        kept += n[i]
        x[4, i] = kept
        if x[4, i] >= 0:
            out[i] += 10000


def check(k, n=300):
    nonzero = integers(n, np.int32, -9, 9, 1)
    nonzero[nonzero == 0] = 5
    a = integers(n, np.int32, -(2**31), 2**31 - 1)
    edges = [50000, 2**31 - 1, -(2**31), 0][:n]
    a[: len(edges)] = edges
    before = np.repeat(a[None], 5, 0)
    after, out = before.copy(), np.zeros(n, np.int32)
    k.looked_at_again[blocks(n), THREADS](after, a, out)
    wide = before.astype(np.int64)
    sums = np.array([wide[0] ** 2, wide[1] + 1, wide[2] * 2, wide[3] + 1, wide[4] * 2])
    same(after, sums.astype(np.int32))
    kept = after.astype(np.int64)
    seen = [kept[0] < 0, kept[1] < wide[1], kept[2] < wide[2], kept[3] < 1, kept[4] >= 0]
    same(out, np.array([10**i for i in range(5)]) @ np.array(seen, np.int64))

    x, y = a.astype(np.int64), nonzero.astype(np.int64)
    out = np.zeros((13, n), np.int64)
    k.signed32[blocks(n), THREADS](a, nonzero, out)
    bits = [x & y, x | y, x ^ y, x >> 3, x << 5]
    same(out, [x + y, x - y, x * y, x // y, x % y, -a, x, ~x, *bits])  # -a in 32 bits, as in Numba

    small, natural = integers(n, np.int8, -128, 127, 12), integers(n, np.uint32, 0, 2**16, 13)
    natural[::2] //= 100
    out = np.zeros((3, n), np.int64)
    k.powers_divided[blocks(n), THREADS](small, natural, out)
    x, y = small.astype(np.int64), natural.astype(np.int64)
    y = np.where(y < 1000, 2 * y, y)
    same(out, [x**3 // 2, x**2 % 7, y**3 // 7])

    u, v = integers(n, np.uint8, 0, 255, 2), integers(n, np.uint8, 1, 255, 3)
    x, y = u.astype(np.uint64), v.astype(np.uint64)
    out = np.zeros((7, n), np.uint64)
    k.unsigned8[blocks(n), THREADS](u, v, out)
    eight = np.uint64(8)
    same(out, [x + y, x - y, x * y, x // y, x % y, x << y % eight, x >> y % eight])

    x, y = integers(n, np.int64, -(2**63), 2**63 - 1, 4), integers(n, np.int64, 2, 2**62, 5)
    y[::2] *= -1
    out = np.zeros((5, n), np.int64)
    k.signed64[blocks(n), THREADS](x, y, out)
    with np.errstate(over="ignore"):
        same(out, [x + y, x - y, x * y, x // y, x % y])

    out = np.zeros((3, n))
    k.true_division[blocks(n), THREADS](nonzero, out)
    same(out, [nonzero / 3, 7 / nonzero, nonzero / nonzero])

    small = integers(n, np.int32, -1000, 1000, 6)
    x = small.astype(np.int64)
    out = np.zeros((4, n), np.int64)
    k.powers[blocks(n), THREADS](small, out)
    same(out, [x**2, x**3, 2 ** (x & 15), np.ones_like(x)])

    s = integers(n, np.int16, -(2**15), 2**15 - 1, 7)
    x = s.astype(np.int64)
    out = np.zeros((8, n), np.int64)
    k.by_literals[blocks(n), THREADS](s, out)
    same(out, [x // 7, x // -7, x % 7, x % -7, x // 8, x % 8, 100 // (x | 1), 100 % (x | 1)])

    t = integers(n, np.int8, -128, 127, 8)
    outs = [np.zeros(n, dtype) for dtype in (np.int8, np.int16, np.uint16, np.uint32)]
    k.stores_wrap[blocks(n), THREADS](t, *outs)
    for out in outs:
        same(out, t.astype(np.int64) * 1000)

    u, b = integers(n, np.uint32, 1, 2**32 - 1, 9), integers(n, np.int32, -(2**31), 2**31 - 1, 10)
    x, y = u.astype(np.int64), b.astype(np.int64)
    out = np.zeros((5, n), np.int64)
    k.mixed_signs[blocks(n), THREADS](u, b, out)
    with np.errstate(over="ignore"):
        same(out, [x + y, x * y, y - x, y // x, y % x])

    u = integers(n, np.uint64, 0, 2**64 - 1, 11)
    out = np.zeros((5, n), np.uint64)
    k.large_unsigned[blocks(n), THREADS](u, out)
    q = np.uint64
    same(out, [u + u, u // q(3), u % q(1000), u >> q(63), u | q(2**63)])
