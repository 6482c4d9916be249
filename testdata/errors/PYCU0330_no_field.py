import numba
import numpy as np
from numba import cuda

particle = np.dtype([("position", np.float32, (3,)), ("mass", np.float32)], align=True)
particle_type = numba.from_dtype(particle)


@cuda.jit((particle_type[:], numba.float32[:]))
def kernel(particles, out):
    i = cuda.grid(1)
    p = particles[i]
    out[i] = p.mas
    p.velocity = 1.0
    particles[i]["positions"][0] = 2.0
