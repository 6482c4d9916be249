"""`match`, `:=`, chained comparisons and conditional expressions, with their order of effects."""

import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda

MODE = "fast"
LIMIT = 7


@cuda.jit("void(int32[:], int64[:])")
def numbers(a, out):
    i = cuda.grid(1)
    if i < out.size:
        match a[i]:
            case 0:
                n = 100
            case 1 | 2 | -3:
                n = 200
            case x if x > 8:
                n = x * 2
            case 4:
                n = 400
            case x:
                n = x
        match n % 3:
            case 0:
                n += 1000
            case 1:
                n += 2000
        out[i] = n


@cuda.jit("void(int32[:], int64[:])")
def tuples(a, out):
    i = cuda.grid(1)
    if i < out.size:
        y = -1
        match (a[i] % 3, i % 4):
            case (0, 0):
                n = 1
            case (0, y):
                n = y * 10
            case (x, 2) if x == 1:
                n = 50 + x
            case (x, y) if x == y:
                n = 60 + x
            case (_, 3):
                n = 70
            case _:
                n = 80
        match MODE:
            case "slow":
                n = "no number"
            case "fast":
                n += 500
        out[i] = n * 100 + y


@cuda.jit("void(int32[:], bool_[:], int64[:])")
def flags(a, flag, out):
    i = cuda.grid(1)
    if i < out.size:
        match flag[i]:
            case True:
                out[i] = 1
            case False:
                out[i] = 2
        for v in a:
            match v:
                case 5:
                    break
                case 3:
                    continue
            out[i] += 10


@cuda.jit("void(int32[:], int64[:])")
def walrus(a, out):
    i = cuda.grid(1)
    if i < out.size:
        total = 0
        if (v := a[i]) > 3:
            total += v
        j = 0
        while j < a.size and (w := a[j]) != 12:
            total += w
            j += 1
        if i > 5 and (u := a[i - 1]) > 0:
            total += u * 1000
        else:
            u = -3
        total += (t := i + 1) * t + (t := 2)
        s = 1
        p = (s := s + 1) if i % 2 else s
        out[i] = total + u + t + s * 100000 + p + (q := 5) - q


@cuda.jit(device=True)
def counted(calls, i, value):
    calls[i] = calls[i] * 10 + value
    return value


@cuda.jit("void(int32[:], int64[:], bool_[:])")
def order(a, calls, out):
    """Only what Python evaluates is evaluated, and in its order."""
    i = cuda.grid(1)
    if i < out.size:
        low = counted(calls, i, 1) < a[i] < counted(calls, i, 2) + 5
        n = counted(calls, i, 3) if a[i] > 2 else counted(calls, i, 4)
        some = a[i] > 0 and counted(calls, i, 5) > 4 or counted(calls, i, 6) > 6
        x = y = counted(calls, i, 7)
        out[i] = low and n == 3 or some or x != y


@cuda.jit("void(int32[:], int64[:])")
def members(a, out):
    i = cuda.grid(1)
    if i < out.size:
        v = a[i]
        n = 0
        if v in [1, 2, 3]:
            n += 1
        if v not in (4, i):
            n += 2
        if v in range(2, 9):
            n += 4
        if v in range(1, LIMIT, 2):
            n += 8
        if v in a:
            n += 16
        if (v > 3) is True:
            n += 32
        if v not in range(i):
            n += 64
        out[i] = n


@cuda.jit("void(int64[:, :], int64[:])")
def all_targets(a, out):
    """Nested targets, several targets, and every augmented assignment."""
    i = cuda.grid(1)
    if i < out.size:
        (p, q), [r, s] = (i, i + 1), (2, 3)
        x = y = z = i * 2
        x += p
        x -= q
        x *= r
        x //= s
        y **= 2
        y %= 13
        y <<= 2
        y |= 1
        z ^= 5
        z &= 14
        z >>= 1
        a[0, i] += x
        a[0, i] <<= 1
        a[1, i] = a[0, i] = a[0, i] + y
        f = 1.0
        f /= 3
        f **= 2.0
        p, q = q, p
        out[i] = x + y * 100 + z * 10000 + p - q + int(f * 90)


def number_of(v):
    if v == 0:
        n = 100
    elif v in (1, 2, -3):
        n = 200
    elif v > 8:
        n = v * 2
    else:
        n = 400 if v == 4 else v
    return n + {0: 1000, 1: 2000, 2: 0}[n % 3]


def tuple_of(v, i):
    x, y = v % 3, i % 4
    if (x, y) == (0, 0):
        return 501 * 100 - 1
    if x == 0:
        return (y * 10 + 500) * 100 + y
    if x == 1 and y == 2:
        return 551 * 100 - 1
    if x == y:
        return (560 + x) * 100 + y
    return (570 if y == 3 else 580) * 100 + y


def walrus_of(a, i):
    total = a[i] if a[i] > 3 else 0
    for w in a:
        if w == 12:
            break
        total += w
    u = -3
    if i > 5 and a[i - 1] > 0:
        u = a[i - 1]
        total += u * 1000
    total += (i + 1) * (i + 1) + 2
    s = 2 if i % 2 else 1
    return total + u + 2 + s * 100000 + s


def order_of(v):
    calls = [1]
    low = 1 < v
    if low:
        calls.append(2)
        low = v < 7
    n = 3 if v > 2 else 4
    calls.append(n)
    some = v > 0
    if some:
        calls.append(5)
    if not some:
        calls.append(6)
    calls.append(7)
    return int("".join(map(str, calls))), low and n == 3 or some


def member_of(a, v, i):
    tests = [
        v in [1, 2, 3],
        v not in (4, i),
        v in range(2, 9),
        v in range(1, LIMIT, 2),
        v in a,
        v > 3,
        v not in range(i),
    ]
    return sum(1 << bit for bit, test in enumerate(tests) if test)


def target_of(i):
    x = (i * 2 + i - (i + 1)) * 2 // 3
    y = (i * 2) ** 2 % 13 << 2 | 1
    z = ((i * 2) ^ 5) & 14
    first = (x << 1) + y
    return x + y * 100 + (z >> 1) * 10000 + 1 + int((1.0 / 3) ** 2.0 * 90), first


@cuda.jit(device=True)
def captured_later():
    """A capture that a round later asks for, as it asks for a constant."""
    c = 0
    n = 0
    for k in range(4):
        if n == 0:
            c += 1
        if n > 1:
            c += 10
        match k:
            case n if n >= 0:
                pass
    return c


@cuda.jit(device=True)
def sometimes_set(v):
    """Walruses that only some ways come to, asked for as constants are."""
    c = 0
    m = 0
    if v > 2 and (m := 5) > 3:
        c += 100
    if m == 5:
        c += 1000
    q = 0
    p = 1 if v < 7 else (q := 2)
    if q == 2:
        c += 10000 * p
    return c


@cuda.jit("void(int32[:], int64[:])")
def asked_as_constants(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = captured_later() + sometimes_set(a[i])


def check(k, n=96):
    a = integers(n, np.int32, -5, 12, 1)
    items = a.tolist()

    def launch(name, *values):
        out = np.zeros(n, np.int64)
        k[name][blocks(n), THREADS](*values, out)
        return out

    same(launch("numbers", a), [number_of(v) for v in items])
    same(launch("tuples", a), [tuple_of(v, i) for i, v in enumerate(items)])
    same(
        launch("asked_as_constants", a),
        [12 + (1100 if v > 2 else 0) + (20000 if v >= 7 else 0) for v in items],
    )
    flag = a > 3
    steps = 0
    for v in items:
        if v == 5:
            break
        steps += v != 3
    same(launch("flags", a, flag), np.where(flag, 1, 2) + 10 * steps)
    same(launch("walrus", a), [walrus_of(items, i) for i in range(n)])

    calls, out = np.zeros(n, np.int64), np.zeros(n, np.bool_)
    k.order[blocks(n), THREADS](a, calls, out)
    same(calls, [order_of(v)[0] for v in items])
    same(out, np.array([order_of(v)[1] for v in items], np.bool_))

    same(launch("members", a), [member_of(items, v, i) for i, v in enumerate(items)])

    stored = np.zeros((2, n), np.int64)
    same(launch("all_targets", stored), [target_of(i)[0] for i in range(n)])
    same(stored[0], [target_of(i)[1] for i in range(n)])
    same(stored[1], stored[0])
