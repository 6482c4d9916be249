import numpy as np
from rules import STEPS


def run(rule, cells, generations):
    a, b = cells.copy(), np.empty_like(cells)
    for _ in range(generations):
        STEPS[rule][(2, 2), (16, 16)](a, b)
        a, b = b, a
    return int(a.sum())


start = np.zeros((32, 32), dtype=np.uint8)
start[14:17, 14] = start[14, 15] = start[15, 13] = 1
for rule in STEPS:
    print(rule, run(rule, start, 12))
