"""Augmented, chained and unpacking assignment; names that change their type."""
import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda


@cuda.jit("void(int64[:], int64[:, :])")
def augmented_locals(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        x += 3
        out[0, i] = x
        x -= 10
        out[1, i] = x
        x *= 7
        out[2, i] = x
        x //= 4
        out[3, i] = x
        x %= 13
        out[4, i] = x
        x <<= 3
        out[5, i] = x
        x >>= 1
        out[6, i] = x
        x |= 65
        out[7, i] = x
        x &= 0x7C
        out[8, i] = x
        x ^= 21
        out[9, i] = x
        x **= 2
        out[10, i] = x


@cuda.jit("void(int32[:, :], float64[:, :])")
def augmented_elements(a, b):
    i = cuda.grid(1)
    if i < a.shape[1]:
        a[0, i] += 1
        a[1, i] -= 2
        a[2, i] *= 3
        a[3, i] //= 4
        a[4, i] %= 5
        a[5, i] <<= 2
        a[6, i] >>= 2
        a[7, i] |= 12
        a[8, i] &= 12
        a[9, i] ^= 12
        b[0, i] /= 3
        b[1, i] **= 2
        b[2, i] -= a[0, i]


@cuda.jit("void(float32[:])")
def scaled_element(a):
    """`float32 * 1.5` is a float64 and is rounded by the store."""
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= 0.1


@cuda.jit("int32(int32[:], int32)", device=True)
def counted(calls, i):
    calls[i] += 1
    return 0


@cuda.jit("void(int32[:, :], int32[:])")
def index_once(a, calls):
    """The index of an augmented assignment is evaluated once."""
    i = cuda.grid(1)
    if i < calls.size:
        a[counted(calls, i), i] += 5


@cuda.jit("void(int32[:], int32[:, :])")
def chained(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = y = a[i] + 1
        x += 1
        out[0, i] = out[1, i] = x * y
        u = v = w = 0
        u += 1
        out[2, i] = u + v + w


@cuda.jit("void(int32[:], int32[:], int32[:, :])")
def swapped(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        x, y = a[i], b[i]
        x, y = y, x
        out[0, i] = x
        out[1, i] = y
        x, y, z = y, x + y, x
        out[2, i] = x + 10 * y + 100 * z
        x, (y, z) = z, (x, y)
        out[3, i] = x + 10 * y + 100 * z
        [x, y] = y, z
        out[4, i] = x - y


@cuda.jit("void(int32[:])")
def swapped_elements(a):
    i = 2 * cuda.grid(1)
    if i + 1 < a.size:
        a[i], a[i + 1] = a[i + 1], a[i]


@cuda.jit("void(int32[:], int64[:])")
def fibonacci(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x, y = 0, 1
        for _ in range(a[i]):
            x, y = y, x + y
        out[i] = x


@cuda.jit("void(int32[:], float64[:, :])")
def changes_type(a, out):
    """A name may hold an int, then a float, then a bool."""
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        out[0, i] = x // 2
        x = x / 2
        out[1, i] = x
        x = x > 1
        out[2, i] = 5 if x else 6
        x = 7
        out[3, i] = x // 2


@cuda.jit("void(int32[:], float64[:, :])")
def types_meet(a, out):
    """Where paths meet, int64 and float64 become float64, also round a loop."""
    i = cuda.grid(1)
    if i < a.size:
        if a[i] > 0:
            x = 3
        else:
            x = 0.5
        out[0, i] = x / 2
        total = 0
        for j in range(a[i]):
            total += j * 0.5
        out[1, i] = total
        y = 1
        while y < a[i]:
            y = y * 1.5
        out[2, i] = y


@cuda.jit("void(float32[:], int32, float64[:])")
def parameters_change(a, n, out):
    """Parameters are names like others."""
    i = cuda.grid(1)
    if i < a.size:
        n = n * 2.5
        n += a[i]
        out[i] = n


@cuda.jit("void(int32[:], int32[:])")
def annotated(a, out):
    i: int = cuda.grid(1)
    if i < a.size:
        x: np.int32 = a[i]
        out[i] = x + 1


def check(k, n=200):
    a = integers(n, np.int64, -1000, 1000, 1)
    out = np.zeros((11, n), np.int64)
    k.augmented_locals[blocks(n), THREADS](a, out)
    x, rows = a.copy(), []
    steps = [
        lambda x: x + 3,
        lambda x: x - 10,
        lambda x: x * 7,
        lambda x: x // 4,
        lambda x: x % 13,
        lambda x: x << 3,
        lambda x: x >> 1,
        lambda x: x | 65,
        lambda x: x & 0x7C,
        lambda x: x ^ 21,
        lambda x: x**2,
    ]
    for step in steps:
        x = step(x)
        rows.append(x)
    same(out, rows)

    s = integers(n, np.int32, -1000, 1000, 2)
    m, f = np.tile(s, (10, 1)), np.tile(s.astype(np.float64), (3, 1))
    k.augmented_elements[blocks(n), THREADS](m, f)
    same(m, [s + 1, s - 2, s * 3, s // 4, s % 5, s << 2, s >> 2, s | 12, s & 12, s ^ 12])
    same(f, [s / 3, s.astype(np.float64) ** 2, np.full(n, -1.0)])

    g = s.astype(np.float32)
    k.scaled_element[blocks(n), THREADS](g)
    same(g, (s * 0.1).astype(np.float32))

    m, calls = np.zeros((1, n), np.int32), np.zeros(n, np.int32)
    k.index_once[blocks(n), THREADS](m, calls)
    same(m, 5)
    same(calls, 1)

    t, u = integers(n, np.int32, -99, 99, 3), integers(n, np.int32, -99, 99, 4)
    out = np.zeros((3, n), np.int32)
    k.chained[blocks(n), THREADS](t, out)
    same(out, [(t + 2) * (t + 1), (t + 2) * (t + 1), np.ones_like(t)])

    out = np.zeros((5, n), np.int32)
    k.swapped[blocks(n), THREADS](t, u, out)
    rows = [u, t]
    x, y, z = t, u + t, u
    rows.append(x + 10 * y + 100 * z)
    x, (y, z) = z, (x, y)
    rows.append(x + 10 * y + 100 * z)
    rows.append(y - z)
    same(out, rows)

    pairs = t[: n // 2 * 2].copy()
    k.swapped_elements[blocks(n), THREADS](pairs)
    same(pairs, t[: n // 2 * 2].reshape(-1, 2)[:, ::-1].ravel())

    count, out = integers(n, np.int32, 0, 80, 5), np.zeros(n, np.int64)
    k.fibonacci[blocks(n), THREADS](count, out)
    numbers = [0, 1]
    while len(numbers) < 81:
        numbers.append(numbers[-2] + numbers[-1])
    same(out, np.array(numbers)[count])

    out = np.zeros((4, n))
    k.changes_type[blocks(n), THREADS](t, out)
    same(out, [t // 2, t / 2, np.where(t / 2 > 1, 5, 6), np.full(n, 3)])

    out = np.zeros((3, n))
    k.types_meet[blocks(n), THREADS](t, out)
    same(out[0], np.where(t > 0, 1.5, 0.25))
    same(out[1], [sum(j * 0.5 for j in range(m)) for m in t.tolist()])
    for row, limit in zip(out[2], t.tolist()):
        y = 1.0
        while y < limit:
            y *= 1.5
        assert row == y

    out = np.zeros(n)
    k.parameters_change[blocks(n), THREADS](g, 3, out)
    same(out, 7.5 + g.astype(np.float64))

    out = np.zeros(n, np.int32)
    k.annotated[blocks(n), THREADS](t, out)
    same(out, t + 1)
