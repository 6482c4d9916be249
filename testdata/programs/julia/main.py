import numpy as np
from kernels import julia
from numba import cuda

image = cuda.device_array((200, 100), dtype=np.uint16)
julia[(13, 7), (16, 16)](image, -1.5, 1.5, -1, 1, 50)
print(image.copy_to_host().max())
