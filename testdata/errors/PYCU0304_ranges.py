# A range can be iterated, measured with len() and asked with `in`; it is no sequence, as in Numba.
from numba import cuda


@cuda.jit("void(int32[:], int32)")
def k(a, n):
    r = range(n)
    a[0] = r[0]
    a[1] = r.size
    x, y, z = r
    both = r + r
    if r == r:
        a[2] = 1
    if r:
        a[3] = 1
    a[4] = 2j in r
    a[5] = r
    e = r if n else 3
    print(r)
