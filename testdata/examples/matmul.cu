// Matrix product, once straightforward, once through tiles in shared memory.
// Generated from matmul.py by pycu: edit matmul.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(matmul)

// Controls threads per block and shared memory usage.
// The computation will be done on blocks of TPBxTPB elements.
static constexpr int TPB = 16;

/// Perform square matrix multiplication of C = A * B.
PYCU_KERNEL void matmul(pycu::array<const float, 2, int> A, pycu::array<const float, 2, int> B,
                        pycu::array<float, 2, int> C)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < C.shape[0] && j < C.shape[1]) {
        double tmp = 0.0;
        for (int k = 0; k < A.shape[1]; ++k) {
            tmp += A(i, k) * B(k, j);
        }
        C(i, j) = tmp;
    }
}

/// Perform matrix multiplication of C = A * B using CUDA shared memory.
///
/// Any shapes that fit together; what lies beyond the edges counts as zero.
PYCU_KERNEL void fast_matmul(pycu::array<const float, 2, int> A, pycu::array<const float, 2, int> B,
                             pycu::array<float, 2, int> C)
{
    // Define an array in the shared memory
    // The size and type of the arrays must be known at compile time
    __shared__ float sA[TPB][TPB];
    __shared__ float sB[TPB][TPB];

    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;

    // Each thread computes one element in the result matrix.
    // The dot product is chunked into dot products of TPB-long vectors.
    float tmp = 0.0f;
    for (int i = 0; i < (A.shape[1] + TPB - 1) / TPB; ++i) {
        // Preload data into shared memory
        sA[ty][tx] = 0.0f;
        sB[ty][tx] = 0.0f;
        if (y < A.shape[0] && tx + i * TPB < A.shape[1]) {
            sA[ty][tx] = A(y, tx + i * TPB);
        }
        if (x < B.shape[1] && ty + i * TPB < B.shape[0]) {
            sB[ty][tx] = B(ty + i * TPB, x);
        }

        // Wait until all threads finish preloading
        __syncthreads();

        // Computes partial product on the shared memory
        for (int j = 0; j < TPB; ++j) {
            tmp += sA[ty][j] * sB[j][tx];
        }

        // Wait until all threads finish computing
        __syncthreads();
    }
    if (y < C.shape[0] && x < C.shape[1]) {
        C(y, x) = tmp;
    }
}

PYCU_END(matmul)

#include "matmul_launch.cuh"
