# A misspelt kernel in the signature file: the kernel that is meant gets no second message.
from numba import cuda


@cuda.jit
def clear(x):
    x[cuda.grid(1)] = 0
