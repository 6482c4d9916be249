from numba import cuda
from numba.cuda.random import (
    create_xoroshiro128p_states,
)
from numba.cuda.random import (
    xoroshiro128p_uniform_float64 as uniform,
)
from state import start


@cuda.jit
def walk(x, y, rng, steps):
    i = cuda.grid(1)
    if i < x.size:
        for _ in range(steps):
            r = uniform(rng, i)
            if r < 0.5:
                x[i] += 1
            else:
                y[i] += 1


w = start(256)
rng = create_xoroshiro128p_states(256, seed=0)
walk[2, 128](w.x, w.y, rng, w.steps)
