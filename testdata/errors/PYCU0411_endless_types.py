from numba import cuda


@cuda.jit(device=True)
def nested(x, n):
    if n == 0:
        return 0
    return nested((x, n), n - 1)


@cuda.jit(device=True)
def doubled(x):
    return doubled((x, x))


@cuda.jit(device=True)
def branched(x, n):
    if n == 0:
        return 0
    return branched((x, 1), n - 1) + branched((1.5, x), n - 1)


@cuda.jit(device=True)
def empty(x):
    return empty((x, x))


@cuda.jit("void(int64[:])")
def k(out):
    out[0] = nested(1, 3) + doubled(1) + branched(1, 3) + empty(())
