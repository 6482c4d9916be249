"""Device functions: instantiated for each call's types, with signatures, defaults and keywords."""
import math

import numba
import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda, njit


@cuda.jit(device=True)
def twice(x):
    return x + x


@cuda.jit("float32(float32)", device=True)
def rounded(x):
    """The declared type rounds the argument and the result."""
    return x * 1.1


@cuda.jit(device=True)
def clamp(x, low=0, high=10):
    if x < low:
        return low
    if x > high:
        return high
    return x


@cuda.jit
def plain(x):
    """A device function need not say so."""
    return x * 2 + 1


@njit
def cpu_function(x):
    return x - 3


def undecorated(x):
    return x * x


@cuda.jit(device=True)
def calls_others(x):
    return plain(cpu_function(x)) + undecorated(x)


@cuda.jit(device=True)
def mixed_returns(x):
    """Two return types meet: int64 and float64 give float64."""
    if x > 0:
        return 1
    return 0.5


@cuda.jit(device=True)
def element(a, i):
    return a[i]


@cuda.jit(device=True)
def store(a, i, value):
    """Returns nothing."""
    if i < a.size:
        a[i] = value


@numba.cuda.jit("int64(int64)", device=True)
def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


@cuda.jit("void(int32[:], float32[:], float64[:], float64[:, :])")
def instances(a, b, c, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = twice(a[i])
        out[1, i] = twice(b[i])
        out[2, i] = twice(c[i])
        out[3, i] = twice(twice(b[i]))
        out[4, i] = twice(i)


@cuda.jit("void(float64[:], float64[:])")
def declared_types(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = rounded(a[i])


@cuda.jit("void(int32[:], int64[:, :])")
def defaults_and_keywords(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = clamp(a[i])
        out[1, i] = clamp(a[i], -3)
        out[2, i] = clamp(a[i], high=5)
        out[3, i] = clamp(high=5, low=-5, x=a[i])


@cuda.jit("void(int32[:], int64[:])")
def chain_of_calls(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = calls_others(a[i])


@cuda.jit("void(int32[:], float64[:])")
def meets(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = mixed_returns(a[i]) / 2


@cuda.jit("void(float32[:], float32[:])")
def arrays(a, out):
    i = cuda.grid(1)
    if i < a.size:
        store(out, i, element(a, a.size - 1 - i) * 2)


@cuda.jit("void(int64[:])")
def recursion(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = factorial(i % 20)


# Each is typed by what it returns without itself.
@cuda.jit(device=True)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@cuda.jit(device=True)
def greatest_common(a, b):
    return greatest_common(b, a % b) if b != 0 else a


@cuda.jit(device=True)
def counts_even(n):
    return n == 0 or counts_odd(n - 1)


@cuda.jit(device=True)
def counts_odd(n):
    return n != 0 and counts_even(n - 1)


@cuda.jit("void(int32[:], float64[:, :])")
def recursion_in_expressions(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = fibonacci(i % 10) + fibonacci(np.float32(i % 5) + np.float32(0.5))
        out[1, i] = greatest_common(a[i] + 100, 36)
        out[2, i] = counts_even(i) + 2 * counts_odd(i)


@cuda.jit(device=True)
def order(a, i, value):
    a[i] = a[i] * 10 + value
    return value


@cuda.jit("void(int32[:], int32[:])")
def evaluation_order(trace, out):
    """Arguments and operands are evaluated from left to right."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = order(trace, i, 1) - order(trace, i, 2) * order(trace, i, 3)


@cuda.jit(device=True)
def hypotenuse(a, b):
    a, b = abs(a), abs(b)
    t = min(a, b)
    x = max(a, b)
    if x == 0:
        return 0.0
    t = t / x
    return x * math.sqrt(1 + t * t)


@cuda.jit("void(float64[:], float64[:], float64[:])")
def parameters_reassigned(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = hypotenuse(a[i], b[i])


def check(k, n=200):
    a = integers(n, np.int32, -20, 20, 1)
    b, c = rng(2).uniform(-5, 5, n).astype(np.float32), rng(3).uniform(-5, 5, n)
    out = np.zeros((5, n))
    k.instances[blocks(n), THREADS](a, b, c, out)
    same(out, [2 * a, b + b, c + c, (b + b) + (b + b), 2 * np.arange(n)])

    out = np.zeros(n)
    k.declared_types[blocks(n), THREADS](c, out)
    same(out, (c.astype(np.float32).astype(np.float64) * 1.1).astype(np.float32))

    out = np.zeros((4, n), np.int64)
    k.defaults_and_keywords[blocks(n), THREADS](a, out)
    same(out, [a.clip(0, 10), a.clip(-3, 10), a.clip(0, 5), a.clip(-5, 5)])

    x, out = a.astype(np.int64), np.zeros(n, np.int64)
    k.chain_of_calls[blocks(n), THREADS](a, out)
    same(out, (x - 3) * 2 + 1 + x * x)

    out = np.zeros(n)
    k.meets[blocks(n), THREADS](a, out)
    same(out, np.where(a > 0, 0.5, 0.25))

    out = np.zeros(n, np.float32)
    k.arrays[blocks(n), THREADS](b, out)
    same(out, b[::-1] * 2)

    out = np.zeros(n, np.int64)
    k.recursion[blocks(n), THREADS](out)
    same(out, [math.factorial(i % 20) for i in range(n)])

    def fibonacci(n):
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

    i, out = np.arange(n), np.zeros((3, n))
    k.recursion_in_expressions[blocks(n), THREADS](a, out)
    same(out[0], [fibonacci(j % 10) + fibonacci(j % 5 + 0.5) for j in range(n)])
    same(out[1], np.gcd(a + 100, 36))
    same(out[2], 1 + i % 2)

    trace, out = np.zeros(n, np.int32), np.zeros(n, np.int32)
    k.evaluation_order[blocks(n), THREADS](trace, out)
    same(trace, 123)
    same(out, 1 - 2 * 3)

    x, y = np.round(rng(4).uniform(-9, 9, (2, n)))
    out = np.zeros(n)
    k.parameters_reassigned[blocks(n), THREADS](x, y, out)
    low, high = np.minimum(abs(x), abs(y)), np.maximum(abs(x), abs(y))
    t = np.divide(low, high, out=np.zeros(n), where=high != 0)
    same(out, np.where(high == 0, 0.0, high * np.sqrt(1 + t * t)))
