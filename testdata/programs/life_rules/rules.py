from numba import cuda

RULES = {
    "life": ((3,), (2, 3)),
    "highlife": ((3, 6), (2, 3)),
    "seeds": ((2,), ()),
}


def mask_of(counts):
    mask = 0
    for c in counts:
        mask |= 1 << c
    return mask


def make_step(born, stays):
    """A kernel for one rule: bit n of `born` says that n neighbours make a cell."""

    @cuda.jit
    def step(cells, out):
        i, j = cuda.grid(2)
        h, w = cells.shape
        if i < h and j < w:
            n = 0
            for di in range(-1, 2):
                for dj in range(-1, 2):
                    if di != 0 or dj != 0:
                        n += cells[(i + di) % h, (j + dj) % w]
            mask = stays if cells[i, j] else born
            out[i, j] = (mask >> n) & 1

    return step


STEPS = {name: make_step(mask_of(b), mask_of(s)) for name, (b, s) in RULES.items()}
