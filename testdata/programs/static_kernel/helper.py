from numba import cuda


@cuda.jit(device=True)
def lerp(a, b, t):
    return a + (b - a) * t
