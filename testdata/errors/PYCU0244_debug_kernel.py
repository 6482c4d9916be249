from numba import cuda


@cuda.jit("void(float32[:])", debug=True)
def clear(values):
    values[cuda.grid(1)] = 0


@cuda.jit("float32(float32)", device=True, debug=False)
def half(x):
    return x / 2
