"""Connected components of a graph: a forest of parents, which edges join."""
import sys

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def above(parent, node):
    """The parent of a node, which other threads may change: an atomic reads it."""
    return cuda.atomic.or_(parent, node, 0)


@cuda.jit(device=True)
def root(parent, node):
    """The node that stands for all of a tree."""
    while (up := above(parent, node)) != node:
        node = up
    return node


@cuda.jit("void(int32[::1])")
def plant(parent):
    """Every node is a tree of its own."""
    node = cuda.grid(1)
    if node < parent.size:
        parent[node] = node


@cuda.jit("void(int32[::1], int32[::1], int32[::1])")
def join(parent, sources, targets):
    """Hangs the root with the larger number under the other, unless another edge was faster."""
    edge = cuda.grid(1)
    if edge >= sources.size:
        return
    a, b = root(parent, sources[edge]), root(parent, targets[edge])
    while a != b:
        if a < b:
            a, b = b, a
        found = cuda.atomic.cas(parent, a, a, b)
        if found == a:
            return
        a, b = root(parent, found), root(parent, b)


@cuda.jit("void(int32[::1], int32[::1], int32[::1])")
def label(parent, labels, sizes):
    """The root of every node, and how many nodes each root has."""
    node = cuda.grid(1)
    if node < parent.size:
        labels[node] = root(parent, node)
        cuda.atomic.add(sizes, labels[node], 1)


def reference(n: int, sources: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """The smallest node that each is connected with."""
    labels = np.arange(n)
    while True:
        smaller = np.minimum(labels[sources], labels[targets])
        before = labels.copy()
        np.minimum.at(labels, sources, smaller)
        np.minimum.at(labels, targets, smaller)
        if (labels == before).all():
            return labels


def check(k) -> float:
    """Compare a sparse random graph with labels that spread until nothing changes."""
    n, edges, threads = 2000, 1500, 128
    rng = np.random.default_rng(2)
    sources = rng.integers(0, n, edges).astype(np.int32)
    targets = rng.integers(0, n, edges).astype(np.int32)
    parent, labels, sizes = (np.zeros(n, np.int32) for _ in range(3))
    k.plant[-(-n // threads), threads](parent)
    k.join[-(-edges // threads), threads](parent, sources, targets)
    k.label[-(-n // threads), threads](parent, labels, sizes)
    expected = reference(n, sources, targets)
    assert (labels == expected).all()
    assert (sizes == np.bincount(expected, minlength=n)).all()
    return 0.0


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
