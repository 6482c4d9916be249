"""Matrix product, once straightforward, once through tiles in shared memory."""
import sys

import numpy as np
from numba import cuda, float32

# Controls threads per block and shared memory usage.
# The computation will be done on blocks of TPBxTPB elements.
TPB = 16


@cuda.jit("void(float32[:, :], float32[:, :], float32[:, :])")
def matmul(A, B, C):
    """Perform square matrix multiplication of C = A * B."""
    i, j = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        tmp = 0.0
        for k in range(A.shape[1]):
            tmp += A[i, k] * B[k, j]
        C[i, j] = tmp


@cuda.jit("void(float32[:, :], float32[:, :], float32[:, :])")
def fast_matmul(A, B, C):
    """
    Perform matrix multiplication of C = A * B using CUDA shared memory.

    Any shapes that fit together; what lies beyond the edges counts as zero.
    """
    # Define an array in the shared memory
    # The size and type of the arrays must be known at compile time
    sA = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    sB = cuda.shared.array(shape=(TPB, TPB), dtype=float32)

    x, y = cuda.grid(2)

    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y

    # Each thread computes one element in the result matrix.
    # The dot product is chunked into dot products of TPB-long vectors.
    tmp = float32(0.0)
    for i in range((A.shape[1] + TPB - 1) // TPB):
        # Preload data into shared memory
        sA[ty, tx] = 0
        sB[ty, tx] = 0
        if y < A.shape[0] and tx + i * TPB < A.shape[1]:
            sA[ty, tx] = A[y, tx + i * TPB]
        if x < B.shape[1] and ty + i * TPB < B.shape[0]:
            sB[ty, tx] = B[ty + i * TPB, x]

        # Wait until all threads finish preloading
        cuda.syncthreads()

        # Computes partial product on the shared memory
        for j in range(TPB):
            tmp += sA[ty, j] * sB[j, tx]

        # Wait until all threads finish computing
        cuda.syncthreads()
    if y < C.shape[0] and x < C.shape[1]:
        C[y, x] = tmp


def check(k) -> float:
    """Compare both with NumPy's product in float64; no side is a multiple of the tile."""
    rng = np.random.default_rng(4)
    A = rng.uniform(-1, 1, (45, 70)).astype(np.float32)
    B = rng.uniform(-1, 1, (70, 38)).astype(np.float32)
    expected = A.astype(np.float64) @ B.astype(np.float64)

    C = np.zeros((45, 38), np.float32)
    k.matmul[(3, 3), (TPB, TPB)](A, B, C)
    error = np.abs(C - expected).max()

    C = np.zeros((45, 38), np.float32)
    k.fast_matmul[(3, 3), (TPB, TPB)](A, B, C)
    error = max(error, np.abs(C - expected).max())
    assert error < 1e-5
    return float(error)


if __name__ == "__main__":
    print("largest error:", check(sys.modules[__name__]))
