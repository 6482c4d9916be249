import numpy as np
from helper import lerp
from numba import cuda


class Mixer:
    t = 0.25

    @staticmethod
    @cuda.jit
    def _mix(a, b, out, t):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = lerp(a[i], b[i], t)

    def mix(self, a, b):
        out = np.zeros(a.shape, np.result_type(a, b))
        self._mix[1, 32](a, b, out, self.t)
        return out


Mixer().mix(np.ones(3, np.float32), np.arange(3, dtype=np.int32))
