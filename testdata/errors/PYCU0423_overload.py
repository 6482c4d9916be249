# Numba compiles what the overload returns, and the function itself is Python's alone.
from numba import cuda, extending
from numba.extending import overload


def next_of(x):
    return -1


def twice(x):
    pass


@overload(next_of)
def overload_next_of(x):
    return lambda x: x + 1


@extending.overload(twice, inline="always")
def overload_twice(x):
    def implementation(x):
        return x * 2

    return implementation


@cuda.jit("void(int64[:])")
def k(x):
    x[0] = next_of(3)
    x[1] = twice(x[0])
