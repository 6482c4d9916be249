# Lowering of slices: views where they are read, loops where they are stored.
from numba import cuda


@cuda.jit("void(float32[:, ::1], int64)")
def kernel(a, n):
    row = a[n]
    tail = row[1:]
    tail[0] = row.shape[0]
    a[0, :4] = 2
    tail[2] = tail[-1]
