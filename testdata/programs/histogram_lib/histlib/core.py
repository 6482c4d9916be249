import numpy as np

from .factory import make_histogram


class Histogram:
    def __init__(self, bins, range=(0.0, 1.0)):
        self.bins = bins
        self.low, self.high = range
        self.counts = np.zeros(bins, dtype=np.int32)

    @property
    def width(self):
        return (self.high - self.low) / self.bins

    def fill(self, data):
        kernel = make_histogram(self.bins, self.bins <= 32)
        kernel[(data.size + 127) // 128, 128](data, self.low, self.width, self.counts)
        return self


def histogram(data, bins=16, **kwargs):
    return Histogram(bins, **kwargs).fill(data).counts
