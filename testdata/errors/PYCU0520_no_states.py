from numba import cuda
from numba.cuda.random import xoroshiro128p_uniform_float32


@cuda.jit("void(uint64[:], float32[:])")
def kernel(states, out):
    i = cuda.grid(1)
    out[i] = xoroshiro128p_uniform_float32(states, i)
