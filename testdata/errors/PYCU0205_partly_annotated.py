from numba import cuda, float32


@cuda.jit
def scale(x: float32[:], factor):
    x[cuda.grid(1)] *= factor
