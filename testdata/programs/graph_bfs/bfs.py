import numpy as np
from numba import cuda, int32

UNSEEN = int32(-1)


@cuda.jit
def expand(offsets, targets, level, depth, changed):
    v = cuda.grid(1)
    if v < level.size and level[v] == depth:
        for e in range(offsets[v], offsets[v + 1]):
            w = targets[e]
            if level[w] == UNSEEN:
                level[w] = depth + 1
                changed[0] = True


def levels(graph, source):
    level = np.full(len(graph), -1, dtype=np.int32)
    level[source] = 0
    depth = 0
    while True:
        changed = np.zeros(1, dtype=np.bool_)
        expand[len(graph) // 64 + 1, 64](graph.offsets, graph.targets, level, depth, changed)
        if not changed[0]:
            break
        depth += 1
    return level
