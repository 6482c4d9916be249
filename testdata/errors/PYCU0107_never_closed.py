# Brackets that the next statement ends, a line as deep as theirs, or a bracket around them.
from numba import cuda


@cuda.jit("void(float32[:])")
def kernel(a):
    a[0] = (a[1] + 2
    return


@cuda.jit("void(float32[:, :], float32[:, :])")
def others(now, out):
    i, j = cuda.grid(2)
    out[i, j] = max(now[i + 1, 0), now[i, j])
    out[i, 0] = now[i
    if i < 3:
        out[i, j] = nothing


@cuda.jit("void(float32[:])")
def below(a):
    a[0] = min(a[1],
               max(a[2], a[3])
    a[1] = 2
