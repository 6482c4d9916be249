from numba import cuda


def spmv(indptr, indices, data, x, y):
    i = cuda.grid(1)
    if i < y.size:
        acc = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            acc += data[k] * x[indices[k]]
        y[i] = acc


def axpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * x[i]


def xpby(x, b, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] + b * y[i]


class Kernels:
    """The functions above, compiled."""

    spmv = staticmethod(cuda.jit(spmv))
    axpy = staticmethod(cuda.jit(axpy))

    def __init__(self):
        self.xpby = cuda.jit(xpby)
