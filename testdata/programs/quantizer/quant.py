import math

import numpy as np
from numba import cuda
from tables import FORMATS, Mode


def make(name):
    fmt = FORMATS[name]
    scale = fmt["scale"]
    mode = fmt["mode"].value

    @cuda.jit
    def quantize(x, q):
        i = cuda.grid(1)
        if i < x.size:
            v = x[i] * scale
            if mode == Mode.FLOOR.value:
                q[i] = int(math.floor(v))
            else:
                q[i] = int(math.floor(v + 0.5))

    return quantize


class Quantizer:
    _cache = {}

    def __init__(self, name):
        self.dtype = FORMATS[name]["dtype"]
        if name not in self._cache:
            self._cache[name] = make(name)
        self.kernel = self._cache[name]

    def __call__(self, x):
        q = np.empty(x.shape, dtype=self.dtype)
        self.kernel[-(-x.size // 32), 32](x, q)
        return q
