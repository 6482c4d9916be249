import math

import numpy as np
from numba import cuda
from numbers_of import SIZES, TABLE, Level


@cuda.jit
def k(out, v):
    out[0] = v


out = np.zeros(1)
for v in SIZES:
    k[1, 1](out, v)
k[1, 1](out, TABLE["eps"]["value"])
k[1, 1](out, Level.HIGH.value)
k[1, 1](out, True)
k[1, 1](out, np.bool_(False))
k[1, 1](out, np.uint8(3) + 1)
k[1, 1](out, np.int32(3) * np.int64(2))
k[1, 1](out, np.float32(3) ** 2)
k[1, 1](out, 7 / 7)
k[1, 1](out, round(2.5))
k[1, 1](out, math.floor(2.5))
k[1, 1](out, len("abc"))
k[1, 1](out, abs(-2.0))
k[1, 1](out, max(1, 2.0))
k[1, 1](out, min(1, 2.0))
k[1, 1](out, sum([1, 2.0]))
k[1, 1](out, divmod(7, 2)[0])
k[1, 1](out, np.prod([2, 3]))
