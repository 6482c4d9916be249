import numpy as np
from numba import cuda
from spectrum import wave_numbers


@cuda.jit
def filter_high(spec, k, cut):
    i = cuda.grid(1)
    if i < spec.size and abs(k[i]) > cut:
        spec[i] = 0


signal = np.random.randn(64)
spec = np.fft.rfft(signal)
k = wave_numbers(64)
filter_high[1, 64](spec, k, 0.25)
filter_high[1, 64](spec.astype(np.complex64), k.astype(np.float32), 1)
