import numpy as np


class Graph:
    """Compressed rows."""

    def __init__(self, n, edges):
        self.n = n
        pairs = np.asarray(edges, dtype=np.int32)
        order = np.argsort(pairs[:, 0], kind="stable")
        self.targets = np.ascontiguousarray(pairs[order, 1])
        self.offsets = np.zeros(n + 1, dtype=np.int64)
        np.add.at(self.offsets, pairs[:, 0] + 1, 1)
        self.offsets = np.cumsum(self.offsets)

    def __len__(self):
        return self.n

    @classmethod
    def ring(cls, n):
        return cls(n, [(i, (i + 1) % n) for i in range(n)] + [(i, (i * 7) % n) for i in range(n)])
