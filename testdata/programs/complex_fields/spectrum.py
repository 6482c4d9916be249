import numpy as np


def wave_numbers(n):
    return np.fft.rfftfreq(n)
