# if, elif, else, conditional expressions, early returns and long conditions.
from numba import cuda


@cuda.jit(device=True)
def sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1
    return 0


@cuda.jit("void(float32[:], int64, int64, int64)")
def branch(out, first_value, second_value, third_value):
    i = cuda.grid(1)
    if i >= out.size:
        return
    if first_value > second_value:
        out[i] = 1
    elif first_value == second_value:
        out[i] = 2
    else:
        if third_value:
            out[i] = 3
        out[i] += 1
    out[i] = 1 if third_value else 2 if first_value else 0.5
    if first_value + second_value < third_value and second_value + third_value < first_value and sign(i) == 1:
        out[i] = sign(out[i]) + first_value * second_value * third_value - first_value * third_value
    while True:
        first_value -= 1
        if first_value < 0:
            break
        if first_value == 3:
            continue
        out[i] += 1
