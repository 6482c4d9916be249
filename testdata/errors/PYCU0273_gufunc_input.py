# A generalised ufunc that sorts its input in place.
from numba import guvectorize


@guvectorize(["void(float64[:], float64[:])"], "(n)->(n)", target="cuda")
def sorted_pairs(a, out):
    for i in range(a.shape[0] - 1):
        if a[i] > a[i + 1]:
            a[i], a[i + 1] = a[i + 1], a[i]
        out[i] = a[i]
