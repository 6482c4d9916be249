import numpy as np
from numba import cuda
from scoring import GAP, SCORES


@cuda.jit
def diagonal(a, b, table, d):
    k = cuda.grid(1)
    scores = cuda.const.array_like(SCORES)
    i = k + 1
    j = d - i
    if i < table.shape[0] and 0 < j < table.shape[1]:
        best = table[i - 1, j - 1] + scores[a[i - 1], b[j - 1]]
        best = max(best, table[i - 1, j] - GAP, table[i, j - 1] - GAP, 0)
        table[i, j] = best


class Aligner:
    threads = 32

    def __init__(self, a, b):
        self.a, self.b = a, b
        self.table = np.zeros((a.size + 1, b.size + 1), np.int32)

    def fill(self):
        table = cuda.to_device(self.table)
        for d in range(2, sum(self.table.shape) - 1):
            diagonal[self.a.size // self.threads + 1, self.threads](self.a, self.b, table, d)
        table.copy_to_host(self.table)
        return self

    @property
    def score(self):
        return int(self.table.max())
