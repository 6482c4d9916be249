"""A radix-2 fast Fourier transform of many short signals, one block each, in shared memory."""
import cmath
import math
import sys

import numpy as np
from numba import complex128, cuda

SIZE = 64
BITS = 6


@cuda.jit(device=True)
def reversed_bits(i):
    """The place of sample i: its BITS bits in the other order."""
    place = 0
    for _ in range(BITS):
        place = place << 1 | i & 1
        i >>= 1
    return place


@cuda.jit(device=True)
def butterfly(a, b, twiddle):
    """One sum and one difference of the transform."""
    turned = twiddle * b
    return a + turned, a - turned


@cuda.jit("void(complex128[:, :], boolean)")
def fft(signals, inverse):
    """Each block transforms a row of `signals` in place; each thread has one butterfly a stage."""
    samples = cuda.shared.array(SIZE, complex128)
    row = cuda.blockIdx.x
    t = cuda.threadIdx.x
    for i in range(t, SIZE, SIZE // 2):
        samples[reversed_bits(i)] = signals[row, i]
    cuda.syncthreads()

    sign = 1 if inverse else -1
    half = 1
    while half < SIZE:
        k = t % half
        low = t // half * half * 2 + k
        twiddle = cmath.exp(sign * 1j * math.pi * k / half)
        samples[low], samples[low + half] = butterfly(samples[low], samples[low + half], twiddle)
        cuda.syncthreads()
        half *= 2

    scale = 1 / SIZE if inverse else 1.0
    for i in range(t, SIZE, SIZE // 2):
        signals[row, i] = scale * samples[i]


def check(k) -> float:
    """Transform noise and a pure tone, compare with NumPy, and come back."""
    rng = np.random.default_rng(1)
    signals = rng.normal(0, 1, (5, SIZE)) + 1j * rng.normal(0, 1, (5, SIZE))
    signals[0] = np.exp(2j * np.pi * 7 * np.arange(SIZE) / SIZE)
    spectra = signals.copy()
    k.fft[5, SIZE // 2](spectra, False)
    error = np.abs(spectra - np.fft.fft(signals)).max()
    assert error < 1e-12
    assert np.argmax(np.abs(spectra[0])) == 7
    k.fft[5, SIZE // 2](spectra, True)
    assert np.abs(spectra - signals).max() < 1e-14
    return float(error)


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
