from functools import lru_cache

from numba import cuda

from . import _device


@lru_cache(maxsize=None)
def get_kernels(name):
    value = getattr(_device, name)
    slope = getattr(_device, name + "_grad")
    if name == "huber":

        @cuda.jit
        def forward(p, t, out, delta):
            i = cuda.grid(1)
            if i < p.size:
                out[i] = value(p[i] - t[i], delta)

        @cuda.jit
        def backward(p, t, grad, scale, delta):
            i = cuda.grid(1)
            if i < p.size:
                grad[i] = scale * slope(p[i] - t[i], delta)

    else:

        @cuda.jit
        def forward(p, t, out):
            i = cuda.grid(1)
            if i < p.size:
                out[i] = value(p[i] - t[i])

        @cuda.jit
        def backward(p, t, grad, scale):
            i = cuda.grid(1)
            if i < p.size:
                grad[i] = scale * slope(p[i] - t[i])

    return forward, backward
