import numpy as np


def interval(n):
    nodes = np.linspace(0.0, 1.0, n).astype("float32")
    cells = np.column_stack([np.arange(n - 1), np.arange(1, n)])
    return nodes, cells
