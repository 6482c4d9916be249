import numpy as np


def lowpass(taps, cutoff):
    n = np.arange(taps) - (taps - 1) / 2
    h = 2 * cutoff * np.sinc(2 * cutoff * n)
    return (h * np.hamming(taps)).astype(np.float32)


TAPS = lowpass(15, 0.1)
