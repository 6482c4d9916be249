import numpy as np
from numba import cuda
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32
from settings import BLOCKS, SEED, THREADS


@cuda.jit
def compute_pi(rng_states, iterations, out):
    thread_id = cuda.grid(1)
    inside = 0
    for i in range(iterations):
        x = xoroshiro128p_uniform_float32(rng_states, thread_id)
        y = xoroshiro128p_uniform_float32(rng_states, thread_id)
        if x**2 + y**2 <= 1.0:
            inside += 1
    out[thread_id] = 4.0 * inside / iterations


rng_states = create_xoroshiro128p_states(THREADS * BLOCKS, seed=SEED)
out = np.zeros(THREADS * BLOCKS, dtype=np.float32)
compute_pi[BLOCKS, THREADS](rng_states, 1000, out)
print("pi:", out.mean())
