# pycu: --config PYCU0247_launches.toml
from numba import cuda


@cuda.jit("void(float32[:])")
def step(x):
    x[0] = 1
