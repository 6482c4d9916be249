# An operand with other dimensions than its array has.
from numba import guvectorize


@guvectorize(["(float32[:], float32[:])"], "(m,n)->(m)", target="cuda")
def row_sums(x, out):
    out[0] = x[0]
