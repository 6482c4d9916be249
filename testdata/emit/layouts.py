# One body whatever the layout; the entries differ.
from numba import cuda


@cuda.jit("void(float32[:, ::1], float32[::1, :], float32[:, :])")
def add(a, b, out):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = a[i, j] + b[i, j]
