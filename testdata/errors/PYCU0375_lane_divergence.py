# pycu: --performance
# The lanes of a warp go together: where every second one works, the warp works for both.
from numba import cuda, float32


@cuda.jit("void(float32[::1])")
def k(x):
    i = cuda.grid(1)
    if i % 2 == 0:
        x[i] = x[i] + x[i + 1]
    if cuda.threadIdx.x & 3:
        x[i] = 0
    else:
        x[i] = x[i] * x[i]
    if i % 32 == 0:
        x[i] = 1


@cuda.jit("void(float32[::1])")
def tree(x):
    kept = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    kept[t] = x[t]
    cuda.syncthreads()
    s = 1
    while s < cuda.blockDim.x:
        if t % (2 * s) == 0:
            kept[t] += kept[t + s]
        s *= 2
        cuda.syncthreads()
    if t == 0:
        x[0] = kept[0]
