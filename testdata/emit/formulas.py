# Constants that are set by means of others, and extents of arrays, as the program writes them.
import math

import numpy as np
from numba import cuda, float32

TILE = 32
HALO = 2  # cells on each side
PADDED = TILE + 1
AREA = (TILE + 2 * HALO) ** 2
WIDE = AREA // 4 + AREA % 4

# Relaxation
nu = 0.02
tau = 3.0 * nu + 0.5
omega = 1.0 / tau
THIRD = 1 / 3
RATIO = TILE / HALO
TWO_PI = 2 * math.pi
DX = 1e-3
DT = 0.5 * DX**2 / nu
GRAVITY = np.float32(9.81)
HALF = np.float32(0.5) * GRAVITY
MASK = (1 << HALO) - 1
LEVELS = 2**HALO
STEPS = int(TWO_PI / tau)
SIGNED = -(-TILE)

# What C++ has no plain operators for, or computes otherwise.
ROOT = math.sqrt(nu)
BELOW = -TILE // 3
LARGE = TILE * 1_000_000_000
EITHER = HALO if TILE > HALO else TILE
ITEM = (TILE, HALO)[1] + 1


class Grid:
    NX = 64
    NY: int = NX // 2


@cuda.jit("void(float64[:], float32[:])")
def formulas(out, halves):
    tile = cuda.shared.array((TILE, TILE + 1), float32)
    row = cuda.local.array(shape=TILE + 2 * HALO, dtype=np.float64)
    columns = cuda.shared.array((PADDED, Grid.NX >> 1), float32)
    i = cuda.grid(1)
    tile[0, 0] = columns[0, 0] = HALF
    row[i % row.size] = TILE % len(tile[0])
    out[0] = omega * tau + THIRD + RATIO + TWO_PI * DT
    out[1] = MASK + LEVELS + STEPS + WIDE + Grid.NY + SIGNED
    out[2] = ROOT + BELOW + LARGE + EITHER + ITEM
    out[3] = row[0] + row.shape[0] * 2
    halves[0] = HALF + tile[0, 0] + columns[0, 0]
