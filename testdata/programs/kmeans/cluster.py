import numpy as np
from numba import cuda
from timing import repeated, timed


@cuda.jit
def assign(points, centres, label):
    i = cuda.grid(1)
    if i < points.shape[0]:
        best = -1
        nearest = np.inf
        for c in range(centres.shape[0]):
            d = 0.0
            for k in range(points.shape[1]):
                d += (points[i, k] - centres[c, k]) ** 2
            if d < nearest:
                nearest = d
                best = c
        label[i] = best


@cuda.jit
def accumulate(points, label, sums, counts):
    i = cuda.grid(1)
    if i < points.shape[0]:
        c = label[i]
        cuda.atomic.add(counts, c, 1)
        for k in range(points.shape[1]):
            cuda.atomic.add(sums, (c, k), points[i, k])


def run_kernel(kernel, size, *args, **options):
    threads = options.get("threads", 64)
    kernel[(size + threads - 1) // threads, threads](*args)


@timed
def kmeans(points, k, iterations=5, **options):
    centres = points[:k].copy()
    label = np.zeros(len(points), np.int32)
    for _ in range(iterations):
        run_kernel(assign, len(points), points, centres, label, **options)
        sums = np.zeros_like(centres)
        counts = np.zeros(k, dtype=np.int32)
        run_kernel(accumulate, len(points), points, label, sums, counts)
        centres = sums / np.maximum(counts, 1)[:, None]
    return centres, label


@repeated(times=2)
def labels_of(points, k):
    return kmeans(points, k, threads=32)[1]
