"""Histograms: counted in global memory, and counted by each block in shared memory first."""
import sys

import numpy as np
from numba import cuda

BINS = 64


@cuda.jit
def histogram(x, xmin, xmax, histogram_out):
    nbins = histogram_out.shape[0]
    bin_width = (xmax - xmin) / nbins

    start = cuda.grid(1)
    stride = cuda.gridsize(1)

    for i in range(start, x.shape[0], stride):
        bin_number = np.int32((x[i] - xmin) / bin_width)
        if bin_number == nbins:  # x[i] == xmax belongs to the last bin
            bin_number = np.int32(nbins - 1)
        if bin_number >= 0 and bin_number < nbins:
            cuda.atomic.add(histogram_out, bin_number, 1)


@cuda.jit
def byte_histogram(data, counts):
    """Count the upper six bits of every byte."""
    local_counts = cuda.shared.array(BINS, np.uint32)
    t = cuda.threadIdx.x
    for b in range(t, BINS, cuda.blockDim.x):
        local_counts[b] = 0
    cuda.syncthreads()

    for i in range(cuda.grid(1), data.size, cuda.gridsize(1)):
        cuda.atomic.add(local_counts, data[i] >> 2, 1)
    cuda.syncthreads()

    for b in range(t, BINS, cuda.blockDim.x):
        cuda.atomic.add(counts, b, local_counts[b])


def check(k) -> float:
    """Compare with np.histogram and np.bincount."""
    x = np.linspace(-4, 4, 50).astype(np.float32)  # ends with xmax itself
    histogram_out = np.zeros(shape=10, dtype=np.int32)
    k.histogram[2, 32](x, np.float32(-4.0), np.float32(4.0), histogram_out)
    assert np.array_equal(histogram_out, np.histogram(x, bins=10, range=(-4, 4))[0])

    data = np.random.default_rng(6).integers(0, 256, 4000).astype(np.uint8)
    counts = np.zeros(BINS, np.uint32)
    k.byte_histogram[3, 100](data, counts)
    assert np.array_equal(counts, np.bincount(data >> 2, minlength=BINS))
    return 0.0


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
