# Every form of range: plain loops where the step's sign is known, pycu::range elsewhere.
from numba import cuda


@cuda.jit("void(int64[:], int64, int64, int32, int32)")
def loops(out, n, step, first, last):
    total = 0
    for i in range(n):
        total += i
    for i in range(n - 1, -1, -1):
        total -= i
    for i in range(2, n, 3):
        total += i
    for i in range(10, 0, -2):
        total += i
    steps = range(0, n, step)
    for i in steps:
        total += i
    for i in range(0, n, step):
        total += i
    for k in range(first, last):
        total += k
    for k in range(first, last, 4):
        total += k
    for i in range(out[0]):
        out[i] = total
    for i in range(n):
        n -= 1
        total += n
    for i in range(3):
        i += 2
        total += i
    for j in range(5):
        if j == n:
            break
    out[1] = j
    out[0] = total
