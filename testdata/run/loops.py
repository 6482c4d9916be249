"""`while`, `for` over every form of `range`, `else`, `break` and `continue`."""
import numpy as np
from case import THREADS, blocks, integers, same
from numba import cuda


@cuda.jit("void(int32[:], int64[:])")
def sum_below(a, out):
    i = cuda.grid(1)
    if i < a.size:
        total = 0
        for j in range(a[i]):
            total += j
        out[i] = total


@cuda.jit("void(int32[:], int32[:], int32[:], int64[:])")
def any_step(start, stop, step, out):
    """The step's sign is known only at run time."""
    i = cuda.grid(1)
    if i < out.size:
        total = 0
        for j in range(start[i], stop[i], step[i]):
            total = total * 3 + j
        out[i] = total


@cuda.jit("void(int32[:], int64[:, :])")
def fixed_steps(a, out):
    i = cuda.grid(1)
    if i < a.size:
        n = 0
        for j in range(2, a[i]):
            n += j
        out[0, i] = n
        n = 0
        for j in range(a[i], -3, -1):
            n += j
        out[1, i] = n
        n = 0
        for j in range(0, a[i], 4):
            n += j
        out[2, i] = n
        n = 0
        for j in range(a[i], -20, -7):
            n += 1
        out[3, i] = n


@cuda.jit("void(int32[:], int64[:])")
def variable_after_loop(a, out):
    """The loop's variable keeps its last value, or the one from before an empty loop."""
    i = cuda.grid(1)
    if i < a.size:
        j = -5
        for j in range(a[i]):
            pass
        out[i] = j


@cuda.jit("void(int32[:], int64[:])")
def variable_changed_inside(a, out):
    """Changing the variable does not change the loop."""
    i = cuda.grid(1)
    if i < a.size:
        total = 0
        for j in range(a[i]):
            total += j
            j = 100
            total += j
        out[i] = total


@cuda.jit("void(int32[:], int64[:])")
def bound_changed_inside(a, out):
    """The bounds are evaluated once."""
    i = cuda.grid(1)
    if i < a.size:
        n = a[i]
        total = 0
        for j in range(n):
            n = 0
            total += 1
        out[i] = total + n


@cuda.jit("void(int32[:], int32[:])")
def for_else(a, out):
    """Smallest factor above one, 0 for a prime."""
    i = cuda.grid(1)
    if i < a.size:
        for d in range(2, a[i]):
            if a[i] % d == 0:
                out[i] = d
                break
        else:
            out[i] = 0


@cuda.jit("void(int32[:], int32[:])")
def while_else(a, out):
    i = cuda.grid(1)
    if i < a.size:
        n = a[i]
        while n > 0:
            if n == 7:
                out[i] = -1
                break
            n -= 3
        else:
            out[i] = n


@cuda.jit("void(int32[:], int64[:])")
def continues(a, out):
    i = cuda.grid(1)
    if i < a.size:
        total = 0
        for j in range(a[i]):
            if j % 3 == 0:
                continue
            if j > 12:
                break
            total += j
        n = a[i]
        while n > 0:
            n -= 1
            if n % 2:
                continue
            total += n
        out[i] = total


@cuda.jit("void(int32[:], int64[:])")
def nested(a, out):
    """`break` and `else` belong to the inner loop, `continue` to the outer."""
    i = cuda.grid(1)
    if i < a.size:
        total = 0
        for j in range(a[i]):
            for m in range(j):
                if m * m > j:
                    break
                total += 1
            else:
                continue
            while True:
                total += 100
                if total % 7 != 1:
                    break
        out[i] = total


@cuda.jit("void(int32[:], int64[:])")
def collatz(a, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i]
        steps = 0
        while x != 1:
            if x % 2 == 0:
                x = x // 2
            else:
                x = 3 * x + 1
            steps += 1
        out[i] = steps


@cuda.jit("void(float32[:], float32[:])")
def grid_stride(x, out):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        out[i] = x[i] + 1


@cuda.jit("void(float32[:], float32[:])")
def grid_stride_while(x, out):
    i = cuda.grid(1)
    while i < x.size:
        out[i] = x[i] * x[i]
        i += cuda.gridsize(1)


@cuda.jit("void(int32[:], int32[:])")
def returns_from_loops(a, out):
    i = cuda.grid(1)
    if i >= a.size:
        return
    for j in range(10):
        for m in range(10):
            if j * m == a[i]:
                out[i] = 10 * j + m
                return
    out[i] = -1


@cuda.jit("void(int64[:, :], int64[:])")
def sum_rows(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        total = np.int64(0)
        for j in range(a.shape[1]):
            total += a[i, j]
        out[i] = total


def ranged(start, stop, step):
    total = 0
    for j in range(start, stop, step):
        total = total * 3 + j
    return total


def smallest_factor(n):
    return next((d for d in range(2, n) if n % d == 0), 0)


def while_else_of(n):
    while n > 0:
        if n == 7:
            return -1
        n -= 3
    return n


def continues_of(n):
    total = sum(j for j in range(min(n, 13)) if j % 3)
    return total + sum(j for j in range(n) if j % 2 == 0)


def nested_of(n):
    total = 0
    for j in range(n):
        for m in range(j):
            if m * m > j:
                break
            total += 1
        else:
            continue
        while True:
            total += 100
            if total % 7 != 1:
                break
    return total


def collatz_of(x):
    steps = 0
    while x != 1:
        x = x // 2 if x % 2 == 0 else 3 * x + 1
        steps += 1
    return steps


def product_of(n):
    hits = (10 * j + m for j in range(10) for m in range(10) if j * m == n)
    return next(hits, -1)


def check(k, n=200):
    a = integers(n, np.int32, -5, 40, 1)
    counts = a.tolist()

    def each(function, values=counts):
        return np.array([function(value) for value in values], np.int64)

    def launch(name, values=a, dtype=np.int64):
        out = np.zeros(n, dtype)
        k[name][blocks(n), THREADS](values, out)
        return out

    same(launch("sum_below"), each(lambda m: sum(range(m))))
    start, stop = integers(n, np.int32, -9, 9, 2), integers(n, np.int32, -9, 9, 3)
    step = integers(n, np.int32, 1, 4, 4)
    step[::2] *= -1
    out = np.zeros(n, np.int64)
    k.any_step[blocks(n), THREADS](start, stop, step, out)
    same(out, [ranged(*row) for row in zip(start.tolist(), stop.tolist(), step.tolist())])

    out = np.zeros((4, n), np.int64)
    k.fixed_steps[blocks(n), THREADS](a, out)
    same(out[0], each(lambda m: sum(range(2, m))))
    same(out[1], each(lambda m: sum(range(m, -3, -1))))
    same(out[2], each(lambda m: sum(range(0, m, 4))))
    same(out[3], each(lambda m: len(range(m, -20, -7))))

    same(launch("variable_after_loop"), np.where(a > 0, a - 1, -5))
    same(launch("variable_changed_inside"), each(lambda m: sum(range(m)) + 100 * max(m, 0)))
    same(launch("bound_changed_inside"), np.where(a > 0, a, a))
    same(launch("for_else", dtype=np.int32), each(smallest_factor))
    same(launch("while_else", dtype=np.int32), each(while_else_of))
    same(launch("continues"), each(continues_of))
    same(launch("nested"), each(nested_of))
    positive = np.abs(a) + 1
    same(launch("collatz", positive), each(collatz_of, positive.tolist()))
    same(launch("returns_from_loops", dtype=np.int32), each(product_of))

    x = np.arange(n, dtype=np.float32)
    out = np.zeros(n, np.float32)
    k.grid_stride[2, 8](x, out)
    same(out, x + 1)
    k.grid_stride_while[2, 8](x, out)
    same(out, x * x)

    rows, out = integers(3 * n, np.int64, -100, 100, 5).reshape(n, 3), np.zeros(n, np.int64)
    k.sum_rows[blocks(n), THREADS](rows, out)
    same(out, rows.sum(axis=1))
