import numpy as np
from numba import cuda

TOPPLE = 4


@cuda.jit
def topple(pile, out, moved):
    i, j = cuda.grid(2)
    h, w = pile.shape
    if 0 < i < h - 1 and 0 < j < w - 1:
        here = pile[i, j]
        grains = here % TOPPLE if here >= TOPPLE else here
        grains += pile[i - 1, j] // TOPPLE + pile[i + 1, j] // TOPPLE
        grains += pile[i, j - 1] // TOPPLE + pile[i, j + 1] // TOPPLE
        out[i, j] = grains
        if here >= TOPPLE:
            cuda.atomic.add(moved, 0, 1)


def relax(pile, limit=50):
    """Yields how many cells have toppled, round by round."""
    a = cuda.to_device(pile)
    b = cuda.device_array(pile.shape, pile.dtype)
    b.copy_to_device(np.zeros_like(pile))
    for _ in range(limit):
        moved = cuda.to_device(np.zeros(1, np.int64))
        topple[(2, 2), (16, 16)](a, b, moved)
        count = moved.copy_to_host()[0]
        a, b = b, a
        yield count
        if count == 0:
            break
    a.copy_to_host(pile)
