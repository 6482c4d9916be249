from constants import *
from mesh import *
from numba import cuda


@cuda.jit
def assemble(nodes, cells, out):
    i = cuda.grid(1)
    if i < cells.shape[0]:
        out[i] = nodes[cells[i, 1]] - nodes[cells[i, 0]]


nodes, cells = interval(N)
out = np.zeros(N - 1, REAL)
assemble[1, 64](nodes, cells, out)
