# `else` of loops: a flag that a break sets, or nothing where no break can end the loop.
from numba import cuda


@cuda.jit("void(int64[:], int64)")
def search(out, n):
    for i in range(n):
        # found it
        if out[i] == n:
            out[0] = i
            break
    else:
        # nowhere
        out[0] = -1

    while n > 0:
        for i in range(n):
            if out[i] < 0:
                break
        else:
            n -= 2
            if n == 7:
                break
            continue
        n -= 1
    else:
        out[1] = 1

    for i in range(n):
        out[i] = i
    else:
        out[2] = n
