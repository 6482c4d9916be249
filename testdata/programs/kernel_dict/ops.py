from numba import cuda


@cuda.jit(device=True)
def clip(x, lo, hi):
    return min(max(x, lo), hi)
