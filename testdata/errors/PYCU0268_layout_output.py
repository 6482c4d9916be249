# An output that is a number and no array of one.
from numba import guvectorize


@guvectorize(["(float32[:], float32)"], "(n)->()", target="cuda")
def total(x, out):
    out = x[0]
