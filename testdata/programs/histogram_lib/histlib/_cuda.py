from numba import cuda
from numba.cuda import atomic, grid, jit, shared, syncthreads
