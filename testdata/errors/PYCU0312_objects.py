# What device code reads of objects, and a key that a dict has not.
from dataclasses import dataclass
from types import SimpleNamespace

from numba import cuda

SIZES = {"width": 3, "height": 4}
LOOSE = SimpleNamespace(alpha=0.5)


@dataclass
class Params:
    alpha: float
    steps: int = 3


PARAMS = Params(0.5)
STEPS = PARAMS.steps


@cuda.jit("void(float32[:])")
def k(x):
    x[0] = SIZES["widht"]
    x[1] = SIZES["depth of it"]
    x[2] = SIZES["width"]
    x[3] = LOOSE.alpha
    x[4] = PARAMS.alpha
    x[5] = STEPS
