"""Functions for the CPU with arguments, which Numba's njit and pycu run: what they do is compared.

`CASES` is what pycu compiles, `PYTHON` what it leaves to Python. Functions that call others get
them from factories, which are called with the decorator.
"""

import math
from collections import namedtuple

import numba
import numpy as np
from pycu._numba import special

Point = namedtuple("Point", "x y")
SCALE = 3
TABLE = np.array([1.5, 2.5, 4.0])


def mandel(x, y, most):
    c = complex(x, y)
    z = 0.0j
    for i in range(most):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag >= 4:
            return i
    return 255


def hypot(x, y):
    x = abs(x)
    y = abs(y)
    t = min(x, y)
    x = max(x, y)
    t = t / x
    return x * math.sqrt(1 + t * t)


def total(a):
    m, n = a.shape
    result = 0.0
    for i in range(m):
        for j in range(n):
            result += a[i, j]
    return result


def fill(a, value):
    for i in range(len(a)):
        a[i] = value * i


def divisions(a, b):
    return a // b, a % b, a / b


def bits(a, b):
    return a & b, a | b, a ^ b, a << b, a >> b, ~a


def sets_first(a):
    a[0] = 1


def tuples(a):
    return a, (a + 1, a > 2), a * 1j


def named(p):
    return Point(p.y, p.x + 1), p


def raises(x):
    if x > 2:
        raise ValueError("too large")
    assert x >= 0, "negative"
    if x == 1:
        raise KeyError
    return x


def shifted(a):
    a[1:] = a[:-1]
    return a[-1]


def copied(a, b):
    a[1:] = b[:-1]


def quotient(a, b):
    return a / b


def item(t, i):
    return t[i]


def defaults(a, b=2, c=3.5):
    return a * b + c


def steps(a, b, c):
    found = 0
    for i in range(a, b, c):
        found += i
    return found


def constants(i):
    return TABLE[i] * SCALE


def missing(x, y):
    return 0 if y is None else x


def wraps(a):
    return a * a * a


def powers(a, b):
    return a**b


def counts(n):
    found = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        found += 1
    return found


def unused(a, b):
    a // b
    return a


def last(x):
    return x[-1], x[x.size - 2]


def inner_first(njit):
    @njit
    def square(x):
        return x * x

    @njit
    def both(x):
        return square(x) + square(float(x))

    return both


def recursive(njit):
    @njit
    def fib(n):
        if n < 2:
            return n
        return fib(n - 1) + fib(n - 2)

    return fib


def life(njit):
    @njit
    def step(now, then):
        rows, columns = now.shape
        for i in range(rows):
            for j in range(columns):
                near = 0
                for di in range(-1, 2):
                    for dj in range(-1, 2):
                        near += now[(i + di) % rows, (j + dj) % columns]
                near -= now[i, j]
                then[i, j] = 1 if near == 3 or (near == 2 and now[i, j]) else 0

    return step


def bodies(positions, forces):
    for i in range(positions.shape[0]):
        for k in range(3):
            forces[i, k] = 0
        for j in range(positions.shape[0]):
            if i != j:
                d = 1e-3
                for k in range(3):
                    d += (positions[j, k] - positions[i, k]) ** 2
                for k in range(3):
                    forces[i, k] += (positions[j, k] - positions[i, k]) / d**1.5


def squares(n):
    made = np.empty(n, dtype=np.int32)
    for i in range(n):
        made[i] = i * i
    return made


def new_arrays(n, m):
    a = np.zeros((n, m))
    b = np.ones(m, np.float32)
    c = np.full(n, m)
    for i in range(n):
        for j in range(m):
            a[i, j] = i * j + b[j] + c[i]
    return a, b, c


def arrays_like(a):
    b = np.zeros_like(a)
    c = a.copy()
    for i in range(a.size):
        b[i] = 2 * a[i]
    c[0] = 9
    return b, c, np.full_like(a, 3), np.ones_like(a), np.empty_like(a).size


def shifted_copy(a):
    b = a.copy()
    b[1:] = b[:-1]
    v = b[:-1]
    b[1:] = v
    return b


def given_back(a):
    return a, a[1:3], a[::-1]


def negative(n):
    return np.zeros(n)


def primes(upper):
    found = []
    for n in range(2, upper):
        for i in range(2, n):
            if n % i == 0:
                break
        else:
            found.append(n)
    return found


def lists(n):
    found = [1, 2]
    other = found
    for i in range(n):
        other.append(i)
    found[0] = 7
    total = 0
    for x in found:
        total += x
    return found, len(found), found[-1], total


def mixed_lists(n):
    found = []
    for i in range(n):
        found.append(i)
    found.append(0.5)
    return found


def flags(n):
    found = [n > 1]
    found.append(False)
    return found


def list_item(i):
    found = [1, 2, 3]
    return found[i]


def set_item(i):
    found = [1, 2, 3]
    found[i] = 4
    return found


def made_inside(njit):
    @njit
    def steps(n):
        made = np.zeros(n)
        for i in range(n):
            made[i] = i / 2
        return made

    @njit
    def both(n):
        a = steps(n)
        b = steps(n + 1)
        return a, b[1:]

    return both


def reductions(a):
    return a.sum(), a.mean(), a.min(), np.max(a), a.argmax(), a[1:].sum(), min(a[0], a[1])


def rounded(x):
    return math.floor(x), math.ceil(x), math.trunc(x), int(x), max(x, 1.5), min(x, 1.5)


def smallest(a):
    return a.min()


def parts(a):
    return a.real, a.imag, a


def in_parallel(njit):
    prange = numba.prange if njit is numba.njit else special.prange

    @njit
    def numbers(n):
        made = np.zeros(n)
        total = 0
        for i in prange(n):
            made[i] = i - 1
            total += i
        return made, total

    return numbers


def floats():
    return np.linspace(-1, 2, 6)


GRID = (np.arange(30).reshape(5, 6) * 7 % 3 == 0).astype(np.uint8)

# a function or a factory, and lists of arguments
CASES = [
    (mandel, [(0.3, 0.2, 20), (1, 1, 20), (np.float32(0.25), 0, np.int32(9))]),
    (hypot, [(3, 4), (3.5, -4), (0, 0), (True, 2), (np.float32(3), np.float32(4)), (0.0, 0.0)]),
    (
        total,
        [
            (floats().reshape(2, 3),),
            (floats().reshape(2, 3).T,),
            (np.arange(12).reshape(4, 3)[::2],),
            (np.ones((2, 2), np.float32),),
        ],
    ),
    (
        fill,
        [
            (np.zeros(4), 2.5),
            (np.zeros(4, np.int32), 2),
            (np.zeros(6, np.int8)[::2], 3.7),
            (np.zeros(3, np.complex64), 1j),
            (np.zeros(3, bool), 1),
        ],
    ),
    (
        divisions,
        [
            (7, 2),
            (-7, 2),
            (7.5, -2),
            (7, 0),
            (7.0, 0.0),
            (np.float32(1), 0),
            (np.int32(7), np.uint8(2)),
            (-(2**63), -1),
        ],
    ),
    (bits, [(6, 3), (-6, 1), (np.uint8(6), np.uint8(3)), (True, False)]),
    (sets_first, [(floats(),), (np.zeros(2, np.int64),)]),
    (tuples, [(3,), (2.5,), (np.float32(1.5),)]),
    (named, [(Point(1, 2.5),), (Point(x=True, y=1j),)]),
    (raises, [(0,), (1,), (3,), (-1,), (2.5,)]),
    (shifted, [(floats(),), (np.arange(5),)]),
    (copied, [(floats(), np.arange(6))]),
    (quotient, [(1j, 0j), (1 + 2j, 3 - 4j), (np.complex64(1j), 2)]),
    (item, [((1, 2, 3), 1), ((1, 2, 3), -1), ((1.5, 2.5), 2), ((1, 2), -3)]),
    (defaults, [(1,), (1, 5), (2.5, 2, 1)]),
    (steps, [(0, 10, 3), (10, 0, -3), (0, 10, 0), (5, 0, 1)]),
    (constants, [(0,), (-1,)]),
    (missing, [(1.5, None), (1.5, 2)]),
    (wraps, [(2**40,), (np.int32(2**30),), (np.uint8(200),)]),
    (powers, [(3, 4), (2, -1), (0, -1), (2.0, 0.5), (-8.0, 3), (np.int32(3), np.float32(2))]),
    (counts, [(27,), (np.int32(97),), (np.uint64(97),)]),
    (unused, [(1, 0), (1, 2)]),
    (last, [(floats(),)]),
    (inner_first, [(3,), (2.5,)]),
    (recursive, [(12,), (np.int32(10),)]),
    (life, [(GRID, np.zeros_like(GRID))]),
    (reductions, [(floats(),), (np.array([1.5, -2, 0.25], np.float32),), (np.arange(4),)]),
    (reductions, [(np.array([3, 1, 250], np.uint8),), (np.array([1.5, math.inf, -1]),)]),
    (rounded, [(2.5,), (-2.5,), (np.float32(7.75),), (3,), (np.uint64(2**63),), (1e300,)]),
    (parts, [(np.array([1 + 2j, 3j]),)]),
    (smallest, [(np.zeros(0),), (np.array([2.0, math.inf, -1]),)]),
    (in_parallel, [(4,)]),
    (squares, [(5,), (0,)]),
    (new_arrays, [(2, 3), (0, 2)]),
    (arrays_like, [(floats(),), (np.arange(3, dtype=np.int8),), (np.ones(2, np.complex64),)]),
    (shifted_copy, [(floats(),)]),
    (given_back, [(floats(),)]),
    (negative, [(-1,), (2,)]),
    (primes, [(30,), (2,)]),
    (lists, [(3,), (0,)]),
    (mixed_lists, [(2,)]),
    (flags, [(2,)]),
    (list_item, [(1,), (-1,), (3,)]),
    (set_item, [(1,), (-4,)]),
    (made_inside, [(3,)]),
    (bodies, [(np.arange(12.0).reshape(4, 3) % 5, np.zeros((4, 3)))]),
]

FACTORIES = (in_parallel, inner_first, recursive, life, made_inside)


def prints(x):
    print("x is", x)
    return x


def listed(n):
    return [i * i for i in range(n)]


def text(s):
    return s + "!"


def guarded(x):
    try:
        return 1 // x
    except ZeroDivisionError:
        return -1


def counted(n):
    return {i: i * i for i in range(n)}


def formatted(x):
    raise ValueError(f"got {x}")


def swapped(a, n):
    b = a
    c = a[1:]
    for _ in range(n):
        b, c = c, b
    c[:2] = b[:2]
    return c


def in_a_loop(n):
    total = 0.0
    for i in range(n):
        total += np.zeros(i).size
    return total


def one_item(a):
    return a.item()


def grown(n):
    found = [1]
    for x in found:
        if len(found) < n:
            found.append(x + 1)
    return found


PYTHON = [
    (swapped, [(np.arange(4.0), 1), (np.arange(4.0), 2)]),
    (in_a_loop, [(3,)]),
    (grown, [(4,)]),
    (one_item, [(np.ones((1, 1)),), (np.arange(3),)]),
    (prints, [(3,)]),
    (listed, [(4,)]),
    (text, [("a",)]),
    (guarded, [(0,), (1,)]),
    (counted, [(3,)]),
]
