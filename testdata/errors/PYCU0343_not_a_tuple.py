from numba import cuda
from numba.cuda import literal_unroll


@cuda.jit("void(int32[:])")
def k(out):
    for value in literal_unroll(out):
        out[0] += value
