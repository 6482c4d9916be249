"""What an expression does, it does once and in Python's order, whatever becomes of its value."""

import numpy as np
from case import same
from numba import cuda

# One thread's steps are counted.
FIXED_LAUNCH = ("converted_steps", "sought_steps", "asked_steps", "settled_steps", "chosen_steps",
                "nested_steps")


@cuda.jit(device=True)
def step(log, mark, value):
    """Notes its mark in the log, whose first element counts."""
    at = cuda.atomic.add(log, 0, 1)
    log[at + 1] = mark
    return value


@cuda.jit(device=True)
def two_steps(log, mark):
    return (step(log, mark, mark), step(log, mark + 1, 7))


@cuda.jit(device=True)
def tell_step(log, mark):
    step(log, mark, 0)


@cuda.jit("void(int64[:], float64[:])")
def converted_steps(log, out):
    """Conversions look at their operand before they convert it."""
    out[0] = float(step(log, 1, 1) + two_steps(log, 2)[1] + step(log, 4, 2))
    out[1] = int(step(log, 5, 2.5)) + bool(step(log, 6, 1))
    out[2] = float(sum(two_steps(log, 7))) + float(float(step(log, 9, 3)))
    out[3] = max(two_steps(log, 10)) + min(two_steps(log, 12))


@cuda.jit("void(int64[:], float64[:])")
def sought_steps(log, out):
    if 7 in two_steps(log, 1):
        out[0] = 1
    if 9 not in two_steps(log, 3) and 9 in (step(log, 5, 8), step(log, 6, 9), step(log, 7, 10)):
        out[1] = 1
    if two_steps(log, 8) == two_steps(log, 10):
        out[2] = 1
    if step(log, 12, 3) in range(step(log, 13, 1), step(log, 14, 9)):
        out[3] = 1


@cuda.jit("void(int64[:], float64[:])")
def asked_steps(log, out):
    """Only the type of the value matters."""
    if two_steps(log, 1):
        out[0] = len(two_steps(log, 3))
    if isinstance(two_steps(log, 5), tuple):
        out[1] = 1
    if not two_steps(log, 7):
        out[2] = 1
    tell_step(log, 9) if out[1] > 0 else tell_step(log, 90)
    out[3] = 1 if tell_step(log, 10) is None else 2
    step(log, 11, two_steps(log, 12))


@cuda.jit("void(int64[:], float64[:])")
def settled_steps(log, out):
    """A test decided by a constant, or by what is None, asks for what stands before it."""
    nothing = None
    if step(log, 1, 1) > 0 and 7 == 3:
        out[0] = 1
    if two_steps(log, 2) != (0, 0) and (not 1 <= 3 or nothing is not None):
        out[0] = 2
    if step(log, 4, 0) > 0 and step(log, 90, 0) > 0 and False:
        out[0] = 3
    if not (step(log, 5, 0) > 0 or (step(log, 6, 0) > 0 or True)):
        out[0] = 4
    elif step(log, 7, 1) > 0 and nothing is not None and nothing.size > step(log, 91, 1):
        out[0] = 5
    out[1] = 1 if step(log, 8, 1) > 1 or not FAST else 2
    while step(log, 9, 0) > 1 and not FAST:
        out[0] = 6
    while step(log, 10, 0) > 1 or True:
        out[2] += 1
        if out[2] > 1:
            break


@cuda.jit("void(int64[:], float64[:])")
def chosen_steps(log, out):
    """A value that only one branch may give waits like any other."""
    x = step(log, 1, 3)
    out[0] = (x if bool(9) else 0) - (x := 2)
    out[1] = (out[0] if bool(9) else 0) + step(log, 2, 1)
    out[2] = (0 if isinstance(x, float) else log[0]) - step(log, 3, 1)
    out[3] = x


@cuda.jit("void(int64[:], float64[:])")
def nested_steps(log, out):
    """Each of these calls looks at the type of its argument before it computes it."""
    out[0] = (
        sum((sum((max((int(all((sum((max((int(all((sum((max((int(all((sum((max((int(all((
        sum((max((int(all((sum((max((int(all((sum((max((int(all((sum((max((int(all((sum((
        max((int(all((sum((max((step(log, 1, 1), 0)), 1)), 1))), 0)), 1)), 1))), 0)), 1))
        , 1))), 0)), 1)), 1))), 0)), 1)), 1))), 0)), 1)), 1))), 0)), 1)), 1))), 0)), 1))
        , 1))), 0)), 1)), 1))), 0)), 1)), 1))
    )
    out[1] = step(log, 2, 1)


FAST = True


def check(k, n=1):
    wanted = [
        (k.converted_steps, [10, 3, 17, 17], [*range(1, 14)]),
        (k.sought_steps, [1, 1, 0, 1], [*range(1, 15)]),
        (k.asked_steps, [2, 1, 0, 1], [*range(1, 11), 12, 13, 11]),
        (k.settled_steps, [0, 2, 2, 0], [*range(1, 10), 10, 10]),
        (k.chosen_steps, [1, 2, 1, 2], [1, 2, 3]),
        (k.nested_steps, [3, 1, 0, 0], [1, 2]),
    ]
    for kernel, values, marks in wanted:
        log, out = np.zeros(32, np.int64), np.zeros(4)
        kernel[1, 1](log, out)
        same(out, values)
        assert log[1 : log[0] + 1].tolist() == marks, log
