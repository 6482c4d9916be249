"""Ufuncs and generalised ufuncs."""

import math

import numpy as np
from numba import cuda, float32, guvectorize, vectorize

SQRT_2PI = np.float32((2 * math.pi) ** 0.5)


@vectorize(["float32(float32, float32, float32)"], target="cuda")
def gaussian_pdf(x, mean, sigma):
    """The density of a normal distribution."""
    return math.exp(-0.5 * ((x - mean) / sigma) ** 2) / (sigma * SQRT_2PI)


# Loops for several types, the first that fits is taken.
@cuda.vectorize(["int64(int64, int64)", "float64(float64, float64)"], identity=0)
def add(x, out):
    return x + out


@vectorize([float32(float32)], target="cuda")
def doubled(arr):
    arr *= 2
    return arr




@cuda.vectorize("complex64(complex64)")
def conjugate_square(z):
    return z.conjugate() * z


@guvectorize([(float32[:, :], float32[:, :])], "(m,n)->(m,n)", target="cuda")
def doubled_gufunc(arr, out):
    for i in range(arr.shape[0]):
        for j in range(arr.shape[1]):
            out[i, j] = arr[i, j] * 2


@cuda.guvectorize(["void(int64[:], int64, int64[::1], int64[:])"], "(n),()->(n),()")
def add_scalar(x, y, out, total):
    total[0] = 0
    for i in range(x.shape[0]):
        out[i] = x[i] + y
        total[0] += out[i]
