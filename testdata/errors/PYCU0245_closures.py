from numba import cuda


def make(n, op):
    @cuda.jit
    def step(x):
        x[0] = op(x[0]) + n

    return step


def inside(n):
    class Steps:
        @cuda.jit
        def step(x):
            x[0] = n

    return Steps


def taken():
    return 1
