"""Variables that change their type in branches and in loops; found by random programs."""
import numpy as np
from case import THREADS, blocks, integers, rng, same
from numba import cuda


@cuda.jit("void(int8[:], uint32[:], int64[:])")
def augmented_in_a_branch(a, b, out):
    """`x &= v` reads the int8 and sets the int64 that both branches end with."""
    i = cuda.grid(1)
    if i < out.size:
        x, y = a[i], b[i]
        if y > 5:
            y, x = (x | y, y)
        else:
            x &= 0xFF + x
        out[i] = abs(y) - np.int32(x)


@cuda.jit("void(uint64[:], int64[:], float64[:])")
def widened_by_an_outer_loop(a, b, out):
    """What the inner loop carries is a float64, for the outer one carries an int8 and a uint64."""
    i = cuda.grid(1)
    if i < out.size:
        x = a[i]
        for _ in range(3):
            n = np.int64(0)
            while n < 2 and n != b[i]:
                n += 1
                x = np.uint64(x)
            x = np.int8(x / 2)
        out[i] = x


@cuda.jit("void(int32[:], boolean[:], int64[:])")
def declared_before_elif(a, flags, out):
    """A variable that is set in the branches of an `elif` that stands in a loop."""
    i = cuda.grid(1)
    if i < out.size:
        total = 0
        for k in range(3):
            if k == a[i]:
                total += 1
            elif flags[i] and k < a[i] or a[i] == 7:
                if a[i] > 1:
                    step = k + 10
                else:
                    step = k + 20
                total += step
            else:
                step = np.float32(0.5)
                total -= int(step * 4)
        out[i] = total


@cuda.jit("void(int32[:], int64[:])")
def bound_reused_in_the_body(a, out):
    """`range` has read `n` before the body gives another value the name."""
    i = cuda.grid(1)
    if i < out.size:
        total = 0
        n = a[i]
        for _ in range(n):
            n = np.int32(2)
            for _ in range(n):
                total += n
        out[i] = total


def check(k, n=200):
    a = integers(n, np.int8, -128, 127, 1)
    b = integers(n, np.uint32, 0, 12, 2)
    out = np.zeros(n, np.int64)
    k.augmented_in_a_branch[blocks(n), THREADS](a, b, out)
    x, y = a.astype(np.int64), b.astype(np.int64)
    taken = np.abs(x | y) - y
    same(out, np.where(y > 5, taken, y - (x & (0xFF + x))))

    u = rng(3).integers(0, 60, n).astype(np.uint64)
    m = integers(n, np.int64, 0, 3, 4)
    result = np.zeros(n)
    k.widened_by_an_outer_loop[blocks(n), THREADS](u, m, result)
    same(result, [int(int(int(v / 2) / 2) / 2) for v in u.tolist()])

    c = integers(n, np.int32, 0, 7, 5)
    flags = rng(6).integers(0, 2, n).astype(np.bool_)
    out = np.zeros(n, np.int64)
    k.declared_before_elif[blocks(n), THREADS](c, flags, out)
    expected = []
    for v, flag in zip(c.tolist(), flags.tolist()):
        total = 0
        for j in range(3):
            if j == v:
                total += 1
            elif (flag and j < v) or v == 7:
                total += j + 10 if v > 1 else j + 20
            else:
                total -= 2
        expected.append(total)
    same(out, expected)

    out = np.zeros(n, np.int64)
    k.bound_reused_in_the_body[blocks(n), THREADS](c, out)
    same(out, c.astype(np.int64) * 4)
