# pycu: --config PYCU0249_settings.toml
from numba import cuda


@cuda.jit("void(float32[:])")
def step(x):
    x[0] = 1
