"""Every `cuda.atomic` operation, under contention of many blocks, and the values they return."""
import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda, int32

FIXED_LAUNCH = ("in_shared_memory",)


@cuda.jit(
    [
        "void(int32[:], int32[:])",
        "void(uint32[:], uint32[:])",
        "void(int64[:], int64[:])",
        "void(uint64[:], uint64[:])",
    ]
)
def on_integers(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(out, 0, a[i])
        cuda.atomic.sub(out, 1, a[i])
        cuda.atomic.max(out, 2, a[i])
        cuda.atomic.min(out, 3, a[i])
        cuda.atomic.and_(out, 4, a[i])
        cuda.atomic.or_(out, 5, a[i])
        cuda.atomic.xor(out, 6, a[i])
        cuda.atomic.nanmax(out, 7, a[i])
        cuda.atomic.nanmin(out, 8, a[i])


@cuda.jit(["void(float32[:], float32[:])", "void(float64[:], float64[:])"])
def on_floats(a, out):
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(out, 0, a[i])
        cuda.atomic.sub(out, 1, a[i])
        cuda.atomic.max(out, 2, a[i])
        cuda.atomic.min(out, 3, a[i])
        cuda.atomic.nanmax(out, 4, a[i])
        cuda.atomic.nanmin(out, 5, a[i])


@cuda.jit(["void(uint32[:], int32[:])", "void(uint64[:], int32[:])"])
def wrapping(out, seen):
    i = cuda.grid(1)
    if i < seen.size:
        cuda.atomic.inc(out, 0, 9)
        cuda.atomic.dec(out, 1, 9)


@cuda.jit("void(int32[:], int32[:])")
def tickets(counter, out):
    """Each thread draws a number; no number is drawn twice."""
    i = cuda.grid(1)
    if i < out.size:
        out[cuda.atomic.add(counter, 0, 1)] += 1


@cuda.jit("void(int64[:], int64[:, :])")
def exchanges(slots, out):
    i = cuda.grid(1)
    if i < slots.size:
        out[0, i] = cuda.atomic.exch(slots, i, i + 100)
        out[1, i] = cuda.atomic.cas(slots, i, i + 100, -1)
        out[2, i] = cuda.atomic.cas(slots, i, i + 100, -2)


@cuda.jit("void(int32[:], int32[:])")
def elected(first, out):
    """One thread finds -1 in element 0 and puts its number there; the others find that."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = cuda.atomic.compare_and_swap(first, -1, i)


@cuda.jit("void(uint8[:], int32[:])")
def histogram(a, out):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        cuda.atomic.add(out, a[i], 1)


@cuda.jit("void(int32[:], int32[:, :])")
def by_tuple(a, out):
    i = cuda.grid(1)
    if i < a.size:
        row = a[i] % 2
        cuda.atomic.add(out, (row, a[i] % 3), 1)
        cuda.atomic.max(out, (-1, -1), a[i])


@cuda.jit("void(int32[:], int32[:])")
def in_shared_memory(a, out):
    total = cuda.shared.array(2, int32)
    i = cuda.grid(1)
    if cuda.threadIdx.x == 0:
        total[0] = 0
        total[1] = -1000
    cuda.syncthreads()
    if i < a.size:
        cuda.atomic.add(total, 0, a[i])
        cuda.atomic.max(total, 1, a[i])
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(out, 0, total[0])
        cuda.atomic.max(out, 1, total[1])


@cuda.jit("void(float64[:], float32[:])")
def converted(a, out):
    """The value is converted to the element's type before it is added."""
    i = cuda.grid(1)
    if i < a.size:
        cuda.atomic.add(out, i, a[i])


def check(k, n=1000):
    for dtype in (np.int32, np.uint32, np.int64, np.uint64):
        limits = np.iinfo(dtype)
        a = integers(n, dtype, limits.min, limits.max, 1)
        start = np.array([5, 5, 7, 7, -1 % 2**31, 0, 0, 7, 7], dtype)
        out = start.copy()
        k.on_integers[blocks(n), THREADS](a, out)
        with np.errstate(over="ignore"):
            expected = [
                start[0] + a.sum(dtype=dtype),
                start[1] - a.sum(dtype=dtype),
                a.max(initial=7),
                a.min(initial=7),
                np.bitwise_and.reduce(np.append(a, start[4])),
                np.bitwise_or.reduce(a),
                np.bitwise_xor.reduce(a),
                a.max(initial=7),
                a.min(initial=7),
            ]
        same(out, np.array(expected, dtype))

    for dtype in (np.float32, np.float64):
        a = np.round(rng(2).uniform(-99, 99, n)).astype(dtype)
        out = np.array([1, 1, 0, 0, np.nan, np.nan], dtype)
        k.on_floats[blocks(n), THREADS](a, out)
        low, high = a.min(initial=np.inf), a.max(initial=-np.inf)
        ends = [high, low] if n else [np.nan, np.nan]
        same(out, [1 + a.sum(), 1 - a.sum(), max(high, 0), min(low, 0), *ends])
        with_nan = a.copy()
        with_nan[::3] = np.nan
        out = np.zeros(6, dtype)
        k.on_floats[blocks(n), THREADS](with_nan, out)
        rest = np.delete(a, np.s_[::3])
        low, high = rest.min(initial=0), rest.max(initial=0)
        same(out[2:], [high, low, high, low])

    for dtype in (np.uint32, np.uint64):
        out = np.array([0, 0], dtype)
        k.wrapping[blocks(n), THREADS](out, np.zeros(n, np.int32))
        same(out, [n % 10, -n % 10])

    counter, out = np.zeros(1, np.int32), np.zeros(n, np.int32)
    k.tickets[blocks(n), THREADS](counter, out)
    same(counter, n)
    same(out, 1)

    slots, out = np.arange(n), np.zeros((3, n), np.int64)
    k.exchanges[blocks(n), THREADS](slots, out)
    same(out, [np.arange(n), np.arange(n) + 100, np.full(n, -1)])
    same(slots, -1)

    first, out = np.array([-1, 5], np.int32), np.full(n, -9, np.int32)
    k.elected[blocks(n), THREADS](first, out)
    assert first[1] == 5
    if n:
        expected = np.full(n, first[0])
        expected[first[0]] = -1
        same(out, expected)

    a, out = integers(n, np.uint8, 0, 255, 3), np.zeros(256, np.int32)
    k.histogram[2, THREADS](a, out)
    same(out, np.bincount(a, minlength=256))

    a, out = integers(n, np.int32, 0, 900, 4), np.zeros((3, 3), np.int32)
    k.by_tuple[blocks(n), THREADS](a, out)
    expected = np.zeros((3, 3), np.int32)
    np.add.at(expected, (a % 2, a % 3), 1)
    expected[-1, -1] = a.max(initial=0)
    same(out, expected)

    out = np.array([0, -1000], np.int32)
    k.in_shared_memory[blocks(n), THREADS](a, out)
    same(out, [a.sum(), a.max(initial=-1000)])

    x, out = rng(5).uniform(0, 1, n), np.full(n, 0.5, np.float32)
    k.converted[blocks(n), THREADS](x, out)
    same(out, np.float32(0.5) + x.astype(np.float32))
