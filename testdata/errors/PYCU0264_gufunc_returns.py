# Generalised ufuncs that return a value, by their signature and by their body.
from numba import guvectorize


@guvectorize(["float32(float32[:], float32[:])"], "(n)->(n)", target="cuda")
def doubled(x, out):
    for i in range(x.shape[0]):
        out[i] = x[i] * 2
    return out[0]


@guvectorize(["(float32[:], float32[:])"], "(n)->(n)", target="cuda")
def tripled(x, out):
    for i in range(x.shape[0]):
        out[i] = x[i] * 3
    return x[0]
