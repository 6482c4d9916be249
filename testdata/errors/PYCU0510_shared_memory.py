# Two arrays of a kernel and one of a function that it calls are more than a block has.
from numba import cuda, float32, float64


@cuda.jit(device=True)
def smooth(x, i):
    edge = cuda.shared.array(1025, float64)
    edge[cuda.threadIdx.x] = x[i]
    cuda.syncthreads()
    return edge[cuda.threadIdx.x]


@cuda.jit("void(float64[:])")
def step(x):
    left = cuda.shared.array((160, 128), float64)
    right = cuda.shared.array((64, 128), float64)
    t = cuda.threadIdx.x
    left[t, 0] = x[t]
    right[t, 0] = x[t]
    cuda.syncthreads()
    x[t] = left[t, 0] + right[t, 0] + smooth(x, t)


@cuda.jit("void(float64[:])")
def fits(x):
    left = cuda.shared.array((64, 64), float64)
    right = cuda.shared.array((32, 64), float64)
    left[0, 0] = right[0, 0] = x[0]
