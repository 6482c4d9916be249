# Module constants of every kind.
import math

import numpy as np
from numba import cuda, float32

COUNT = 3
BIG = 5_000_000_000
MASK = 0xFFFF_FFFF
FLAG = True
RATE = np.float32(0.1)
TAU = 2 * math.pi
NOTHING = -math.inf
SHAPE = (4, 8)
PAIR = (1, 0.5)
BYTE = np.uint8(200)
TABLE = np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int32)
COLUMNS = np.asfortranarray(np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
CUBE = np.arange(8, dtype=np.int16).reshape((2, 2, 2))


@cuda.jit("void(float64[:], int64)")
def read(out, i):
    tile = cuda.shared.array(SHAPE, float32)
    tile[0, 0] = RATE
    out[0] = COUNT + BIG + MASK + BYTE
    out[1] = TAU if FLAG else NOTHING
    out[2] = PAIR[0] + PAIR[1] + tile[0, 0]
    out[3] = TABLE[1, 2] + COLUMNS[i, 2] + CUBE[1, 0, i]
    out[4] = TABLE.shape[1] + len(CUBE)
