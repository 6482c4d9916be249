# A ufunc that waits for other threads, here in a device function that it calls.
from numba import cuda


@cuda.jit(device=True)
def together(x):
    cuda.syncthreads()
    return x


@cuda.vectorize(["float32(float32)"])
def square(x):
    return together(x) * x
