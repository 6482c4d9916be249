import numpy as np
from ops import make_power


class Op:
    def __init__(self, n):
        self.kernel = make_power(n)

    def __call__(self, x):
        y = np.empty_like(x)
        self.kernel[1, 64](x, y)
        return y


square = Op(2)
square(np.arange(4.0))
