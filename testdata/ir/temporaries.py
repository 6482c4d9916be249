# remove_temporaries: what lowering puts aside goes where nothing looks at its target before.
from numba import cuda


@cuda.jit("void(int64[::1], int64, int64)")
def kernel(a, p, q):
    total = sum(x * x for x in a)
    total += 1
    p, q = total, p
    a[0], a[1] = p, q
