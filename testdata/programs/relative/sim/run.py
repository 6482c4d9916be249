from numba import cuda

from . import constants
from .constants import DTYPE
from .util.fields import field


@cuda.jit
def fall(v, dt):
    i = cuda.grid(1)
    if i < v.size:
        v[i] -= constants.GRAVITY * dt


def run():
    v = field(100, DTYPE)
    fall[1, 128](v, 1e-3)
