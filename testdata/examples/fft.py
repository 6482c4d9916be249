"""Fast Fourier transforms of many signals, a block each: butterflies on views of shared memory."""
import math
import sys

import numpy as np
from numba import cuda, float32

N = 256
HALF = N // 2
BITS = 8


@cuda.jit(device=True)
def reversed_bits(i):
    return cuda.brev(np.uint32(i)) >> np.uint32(32 - BITS)


@cuda.jit(device=True)
def butterfly(even, odd, k, angle):
    """even[k], odd[k] = even[k] + w * odd[k], even[k] - w * odd[k], each a row (re, im)."""
    c = np.float32(math.cos(angle))
    s = np.float32(math.sin(angle))
    a, b = even[k]
    x, y = odd[k]
    re = c * x - s * y
    im = s * x + c * y
    even[k, 0] = a + re
    even[k, 1] = b + im
    odd[k, 0] = a - re
    odd[k, 1] = b - im


@cuda.jit("void(float32[:, :, ::1])")
def fft(signals):
    """In place; signals[s] has N rows (re, im)."""
    work = cuda.shared.array((N, 2), float32)
    signal = signals[cuda.blockIdx.x]
    t = cuda.threadIdx.x
    work[reversed_bits(t)] = signal[t]
    work[reversed_bits(t + HALF)] = signal[t + HALF]
    cuda.syncthreads()
    width = 1
    while width < N:
        k = t % width
        start = t // width * 2 * width
        part = work[start : start + 2 * width]
        butterfly(part[:width], part[width:], k, -math.pi * k / width)
        cuda.syncthreads()
        width *= 2
    signal[t] = work[t]
    signal[t + HALF] = work[t + HALF]


def check(k) -> float:
    """Compare with np.fft."""
    rng = np.random.default_rng(12)
    z = rng.standard_normal((5, N)) + 1j * rng.standard_normal((5, N))
    signals = np.stack([z.real, z.imag], axis=-1).astype(np.float32)
    expected = np.fft.fft(signals[..., 0].astype(np.float64) + 1j * signals[..., 1])

    k.fft[5, HALF](signals)
    error = np.abs(signals[..., 0] + 1j * signals[..., 1] - expected).max()
    assert error < 1e-4 * math.sqrt(N)
    return float(error)


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
