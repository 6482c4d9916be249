# Exceptions of one's own, several arguments, messages that only a run knows.
from numba import cuda


class TooLarge(Exception):
    pass


@cuda.jit("void(float32[:], int32)")
def own_exception(a, n):
    if n > 3:
        raise TooLarge("n")
    a[0] = n


@cuda.jit("void(float32[:], int32)")
def several_arguments(a, n):
    if n > 3:
        raise ValueError("n is", 4)
    a[0] = n


@cuda.jit("void(float32[:], int32)")
def message_of_a_run(a, n):
    assert n > 3, n
    a[0] = n


@cuda.jit("void(float32[:], int32)")
def raised_again(a, n):
    if n > 3:
        raise
    a[0] = n
