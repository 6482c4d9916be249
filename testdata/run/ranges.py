"""Ranges as values: `r = range(...)`, `len(r)`, `x in r`, `r.start`; steps known to a run alone."""

import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda


@cuda.jit(device=True)
def total(r):
    s = 0
    for j in r:
        s += j
    return s


@cuda.jit(device=True)
def halved(r):
    return range(r.start, r.stop, r.step * 2)


@cuda.jit("void(int32[:], int32[:], int32[:], int64[:, :])")
def parts(start, stop, step, out):
    i = cuda.grid(1)
    if i < start.size:
        r = range(start[i], stop[i], step[i])
        out[0, i] = len(r)
        out[1, i] = total(r)
        out[2, i] = total(halved(r))
        out[3, i] = r.start * 10000 + r.stop * 100 + r.step
        found = 0
        for j in range(-12, 13):
            if j in r:
                found += 1
            if j * 0.5 in r:
                found += 10
            if j not in range(start[i], stop[i], step[i]):
                found += 100
        out[4, i] = found
        again = 0
        for j in r:
            for k in r:
                again += j * k
        out[5, i] = again


@cuda.jit("void(int64[:], int32[:], int64[:])")
def joined(a, b, out):
    """Ranges of several types meet, and the loop goes over what the name held in front of it."""
    i = cuda.grid(1)
    if i < a.size:
        r = range(b[i])
        if a[i] > 0:
            r = range(a[i])
        s = 0
        for j in r:
            r = range(j)
            s += j * 10 + len(r)
        out[i] = s


@cuda.jit("void(int64[:], int32[:], int64[:])")
def stopped(step, narrow, out):
    """A step of zero is a ValueError, which ends the thread."""
    i = cuda.grid(1)
    if i < step.size:
        out[i] = 1
        for _ in range(0, 4, step[i]):
            out[i] += 10
        out[i] += 100
        out[i] += len(range(0, 4, narrow[i]))
        out[i] += 1000


@cuda.jit("void(int32[:], int32[:], int32[:], int64[:, :])")
def numbered(start, stop, step, out):
    """Ranges of any step from the end, and beside other things."""
    i = cuda.grid(1)
    if i < start.size:
        r = range(start[i], stop[i], step[i])
        s = 0
        for j in reversed(r):
            s = s * 3 + j
        out[0, i] = s
        s = 0
        for n, (j, k) in enumerate(zip(r, range(7, 100, step[i] * step[i]))):
            s += n * j * k
        out[1, i] = s
        out[2, i] = sum(r) - sum(j for j in range(9))


@cuda.jit(device=True)
def counted(start, calls):
    """A range of three, and a trace of the call."""
    calls[0] = calls[0] * 10 + start
    return range(start, start + 6, 2)


@cuda.jit("void(int64[:])")
def once(out):
    """Calls are made once, and what a loop goes over stays what it was."""
    if cuda.grid(1) == 0:
        out[1] = len(counted(4, out))
        out[2] = 6 in counted(5, out)
        for r in (range(4), range(9)):
            for j in r:
                out[3] += j
            out[4] += len(r)
        step = np.int32(2)
        for n, j in enumerate(range(np.int32(4), np.int32(9), step)):
            step += 7
            out[5] += n * j
        first = 5
        for n, j in enumerate(range(3), first):
            first = 100
            out[6] += n * j
        for j in range(20):
            if j in range(17, 2, -4):
                out[7] += j


def expected_parts(start, stop, step):
    r = range(start, stop, step)
    found = sum((j in r) + 10 * (j * 0.5 in r) + 100 * (j not in r) for j in range(-12, 13))
    half = range(start, stop, step * 2)
    where = start * 10000 + stop * 100 + step
    return len(r), sum(r), sum(half), where, found, sum(j * k for j in r for k in r)


def expected_numbers(start, stop, step):
    r = range(start, stop, step)
    s = 0
    for j in reversed(r):
        s = s * 3 + j
    pairs = enumerate(zip(r, range(7, 100, step * step), strict=False))
    return s, sum(n * j * k for n, (j, k) in pairs), sum(r) - 36


def joined_of(wide, narrow):
    s, r = 0, range(wide if wide > 0 else narrow)
    for j in r:
        s += j * 10 + j
    return s


def check(k, n=200):
    start = integers(n, np.int32, -9, 9, 1)
    stop = integers(n, np.int32, -9, 9, 2)
    step = integers(n, np.int32, -4, 4, 3)
    step[step == 0] = 1
    rows = list(zip(start.tolist(), stop.tolist(), step.tolist(), strict=True))

    out = np.zeros((6, n), np.int64)
    k.parts[blocks(n), THREADS](start, stop, step, out)
    same(out, np.array([expected_parts(*row) for row in rows], np.int64).reshape(n, 6).T)

    a = integers(n, np.int64, -5, 9, 4)
    out = np.zeros(n, np.int64)
    k.joined[blocks(n), THREADS](a, start, out)
    same(out, [joined_of(*pair) for pair in zip(a.tolist(), start.tolist(), strict=True)])

    step, narrow = np.arange(n) % 3 - 1, np.arange(n, dtype=np.int32) % 4 - 1
    out = np.zeros(n, np.int64)
    k.stopped[blocks(n), THREADS](step, narrow, out)
    expected = []
    for wide, small in zip(step.tolist(), narrow.tolist(), strict=True):
        turns = 4 if wide == 1 else 0
        more = 1000 + len(range(0, 4, small)) if small else 0
        expected.append(1 if wide == 0 else 101 + 10 * turns + more)
    same(out, expected)

    step = integers(n, np.int32, -4, 4, 3)
    step[step == 0] = 1
    out = np.zeros((3, n), np.int64)
    k.numbered[blocks(n), THREADS](start, stop, step, out)
    same(out, np.array([expected_numbers(*row) for row in rows], np.int64).reshape(n, 3).T)

    out = np.zeros(8, np.int64)
    k.once[blocks(n), THREADS](out)
    traced = [45, 3, False, 6 + 36, 4 + 9]
    pairs = sum(m * j for m, j in enumerate(range(4, 9, 2)))
    numbers = sum(m * j for m, j in enumerate(range(3), 5))
    same(out, [*traced, pairs, numbers, sum(range(17, 2, -4))])
