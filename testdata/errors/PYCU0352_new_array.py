# A copy, and a transposed array in one dimension: memory that nobody has.
from numba import cuda


@cuda.jit("void(float32[:], float32[::1, :], float32[:])")
def k(a, m, out):
    b = a.copy()
    c = m.ravel()
    out[0] = b[0] + c[0]
