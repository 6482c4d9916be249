import numpy as np
from blocking import TPB
from numba import cuda, float32


@cuda.jit
def fast_matmul(A, B, C):
    sA = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    sB = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    tmp = float32(0.0)
    for i in range(cuda.gridDim.x):
        sA[tx, ty] = A[x, ty + i * TPB]
        sB[tx, ty] = B[tx + i * TPB, y]
        cuda.syncthreads()
        for j in range(TPB):
            tmp += sA[tx, j] * sB[j, ty]
        cuda.syncthreads()
    C[x, y] = tmp


A = np.full((TPB * 4, TPB * 3), 3, float)
B = np.full((TPB * 3, TPB * 2), 4, float)
A_dev = cuda.to_device(A)
B_dev = cuda.to_device(B)
C_dev = cuda.device_array((TPB * 4, TPB * 2))
fast_matmul[(4, 2), (TPB, TPB)](A_dev, B_dev, C_dev)
