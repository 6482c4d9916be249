import functools

from numba import int32

from . import _cuda as gpu


@functools.cache
def make_histogram(bins, shared_memory=True):
    if shared_memory:

        @gpu.jit
        def fill(data, low, width, counts):
            local = gpu.shared.array(bins, int32)
            t = gpu.cuda.threadIdx.x
            for b in range(t, bins, gpu.cuda.blockDim.x):
                local[b] = 0
            gpu.syncthreads()
            i = gpu.grid(1)
            if i < data.size:
                b = int((data[i] - low) / width)
                if 0 <= b < bins:
                    gpu.atomic.add(local, b, 1)
            gpu.syncthreads()
            for b in range(t, bins, gpu.cuda.blockDim.x):
                gpu.atomic.add(counts, b, local[b])

    else:

        @gpu.jit
        def fill(data, low, width, counts):
            i = gpu.grid(1)
            if i < data.size:
                b = int((data[i] - low) / width)
                if 0 <= b < bins:
                    gpu.atomic.add(counts, b, 1)

    return fill
