import numpy as np
from design import TAPS, lowpass
from launching import launch, launch_small
from numba import cuda

COEFFICIENTS = TAPS


@cuda.jit
def fir(x, y):
    taps = cuda.const.array_like(COEFFICIENTS)
    i = cuda.grid(1)
    if i < y.size:
        acc = 0.0
        for k in range(taps.size):
            acc += taps[k] * x[i + k]
        y[i] = acc


@cuda.jit
def decimate(x, y, factor):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = x[i * factor]


t = np.arange(1000) / 1000
signal = (np.sin(2 * np.pi * 5 * t) + 0.5 * np.sin(2 * np.pi * 300 * t)).astype(np.float32)
smooth = np.zeros(signal.size - TAPS.size + 1, np.float32)
launch(fir, smooth.size, signal, smooth)
short = np.zeros(smooth.size // 4, smooth.dtype)
launch_small(decimate, short.size, smooth, short, 4)
print(f"{np.abs(smooth).max():.3f} {short[:5].sum():.4f} {lowpass(7, 0.2).size}")
