# Where variables are declared: where they are set first, in front of branches, one for each type.
from numba import cuda


@cuda.jit("void(float64[:], int64)")
def declare(out, n):
    # before a branch
    if n > 3:
        sign = 1
    elif n < -3:
        sign = -1
    else:
        sign = 0
    out[0] = sign

    if n == 5:
        late = n * 2
    out[1] = late

    x = n
    out[2] = x
    x = x * 0.5
    out[3] = x

    for i in range(4):
        square = i * i
        if square > n:
            last = square
        out[4] = last
    while True:
        guess = out[5]
        if guess > 1:
            break
        out[5] = guess + 1
    a = b = n + 1
    out[6] = a - b
