# Lists, dicts, comprehensions, f-strings and strings in device code.
from numba import cuda


@cuda.jit("void(float32[:])")
def k(x):
    a = []
    b = [x[0], x[1]]
    c = {"a": 1.0}
    d = [v * 2 for v in x]
    print(f"x is {x[0]}")
    print("%d" % x[0])
    x[0] = "a"
