import math

import numpy as np
from numba import cuda
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_normal_float64


def make_kernel(payoff, steps):
    @cuda.jit
    def simulate(states, s0, mu, sigma, out):
        i = cuda.grid(1)
        if i < out.size:
            s = s0
            highest = s0
            for _ in range(steps):
                z = xoroshiro128p_normal_float64(states, i)
                s = s * math.exp(mu + sigma * z)
                highest = max(highest, s)
            out[i] = payoff(s, highest)

    return simulate


class Engine:
    def __init__(self, payoff, steps=10, paths=512):
        self.kernel = make_kernel(payoff, steps)
        self.paths = paths

    def price(self, s0, mu, sigma, seed=1):
        states = create_xoroshiro128p_states(self.paths, seed=seed)
        out = cuda.device_array(self.paths)
        self.kernel[self.paths // 64, 64](states, s0, mu, sigma, out)
        return out.copy_to_host().mean()
