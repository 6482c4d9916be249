"""A seismogram: wavelets of many shots, smoothed, and the peak of each: ufuncs and a reduction."""

import math
import sys

import numpy as np
from numba import cuda, guvectorize, vectorize

SAMPLES = 400
SHOTS = 6


@vectorize(["float32(float32, float32)", "float64(float64, float64)"], target="cuda")
def ricker(t, frequency):
    """The wavelet of an explosion, `t` seconds after it."""
    a = (math.pi * frequency * t) ** 2
    return (1 - 2 * a) * math.exp(-a)


@guvectorize(["void(float64[:], int64, float64[:])"], "(n),()->(n)", target="cuda")
def smoothed(trace, reach, out):
    """The mean over `reach` samples on either side, as many as there are."""
    for i in range(trace.shape[0]):
        first = max(i - reach, 0)
        last = min(i + reach, trace.shape[0] - 1)
        total = 0.0
        for j in range(first, last + 1):
            total += trace[j]
        out[i] = total / (last - first + 1)


@cuda.reduce
def peak(a, b):
    """The sample that is farthest from 0."""
    return a if abs(a) >= abs(b) else b


def numpy_ricker(t: np.ndarray, frequency: np.ndarray) -> np.ndarray:
    a = (math.pi * frequency * t) ** 2
    return (1 - 2 * a) * np.exp(-a)


def check(k) -> float:
    """Shots of rising frequency, each smoothed over other numbers of samples, beside NumPy."""
    t = np.linspace(-0.2, 0.2, SAMPLES)
    frequency = np.arange(10.0, 10.0 + SHOTS)[:, None]
    shots = k.ricker(t, frequency)
    expected = numpy_ricker(t, frequency)
    error = np.abs(shots - expected).max()
    assert shots.shape == (SHOTS, SAMPLES) and error < 1e-14

    reach = np.arange(SHOTS)
    smooth = k.smoothed(shots, reach)
    for shot, one, n in zip(expected, smooth, reach):
        sums = np.convolve(shot, np.ones(2 * n + 1), "same")
        counts = np.convolve(np.ones(SAMPLES), np.ones(2 * n + 1), "same")
        error = max(error, np.abs(one - sums / counts).max())
    assert error < 1e-14

    flat = smooth.ravel()
    assert k.peak(flat) == flat[np.abs(flat).argmax()]
    assert k.peak(-flat) == -k.peak(flat)
    return float(error)


if __name__ == "__main__":
    traces = np.zeros(SHOTS * SAMPLES)
    print("largest error:", check(sys.modules[__name__]), "peak of silence:", peak(traces))
