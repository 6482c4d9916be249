# Launches of kernels with signatures: too few arguments, too many, by name, and what no kernel takes.
import numpy as np
import pytest
from numba import cuda


@cuda.jit("void(float32[:], int32)")
def k(x, n):
    if cuda.grid(1) < n:
        x[0] = 1


x = np.zeros(32, np.float32)
some = (x, 3)
k[1, 32](x)
k[1, 32](x, 3, 4)
k[1, 32](x, n=3)
k[1, 32](x, "three")
k[1, 32](*some)
k[1, 32](x, 3)

# What a test expects.
with pytest.raises(TypeError):
    k[1, 32](x)
