from numba import cuda


@cuda.jit("void(UniTuple(UniTuple(int64, 60), 60), int64[:])")
def given(t, out):
    out[0] = t[0][0]


@cuda.jit("void(int64[:])")
def grows(out):
    a = (1, 2) * 100
    b = a + a + a
    c = (b, b, b)
    d = (a, a, a, a, a, a)
    out[0] = len(c) + len(d)
