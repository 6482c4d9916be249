import numpy as np
from chunks import split
from numba import cuda


@cuda.jit
def scale(a, f):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= f


data = np.ones(100, dtype=np.float32)
streams = [cuda.stream() for _ in range(2)]
for s, part in zip(streams, split(data, 2)):
    d = cuda.to_device(part, stream=s)
    scale[2, 32, s](d, 3)
    d.copy_to_host(part, stream=s)
pinned = cuda.pinned_array(10, dtype=np.int16)
scale[1, 32](pinned, 1.5)
