"""The kernels: built once with `pycu build`, called by every worker."""

import math

import numpy as np
from numba import cuda, guvectorize, vectorize

RADIUS = 8
THREADS = 256


@cuda.jit("void(float32[:, :], float32[:, :])")
def smooth(traces, out):
    """The mean of 2 RADIUS + 1 samples around each sample; the window is cut at the ends."""
    i = cuda.grid(1)
    count = traces.shape[1]
    if i < traces.shape[0] * count:
        row = i // count
        column = i % count
        total = 0.0
        for k in range(max(column - RADIUS, 0), min(column + RADIUS + 1, count)):
            total += traces[row, k]
        out[row, column] = total / (2 * RADIUS + 1)


@guvectorize(["void(float32[:], float64[:])"], "(n)->()", target="cuda")
def energy(trace, out):
    """The sum of the squares of a trace."""
    total = 0.0
    for i in range(trace.shape[0]):
        total += np.float64(trace[i]) * trace[i]
    out[0] = total


@vectorize(["float64(float64, float64)"], target="cuda")
def decibel(value, reference):
    """How much louder than the reference."""
    return 10.0 * math.log10(value / reference)
