from numba import cuda


def make_scale(factor):
    @cuda.jit
    def scale(a, out):
        i = cuda.grid(1)
        if i < a.size:
            out[i] = a[i] * factor

    return scale
