// Matrix product, once straightforward, once through tiles in shared memory.
// Generated from matmul.py by pycu: edit matmul.py and run pycu again.
//
// How the host launches what matmul.cu has.
#include "matmul.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(matmul)

/// Perform square matrix multiplication of C = A * B.
PYCU_KERNEL void matmul(pycu::array<const float, 2> A, pycu::array<const float, 2> B,
                        pycu::array<float, 2> C)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    if (i < C.shape[0] && j < C.shape[1]) {
        double tmp = 0.0;
        for (int64_t k = 0; k < A.shape[1]; ++k) {
            tmp += A(i, k) * B(k, j);
        }
        C(i, j) = tmp;
    }
}

/// Perform matrix multiplication of C = A * B using CUDA shared memory.
///
/// Any shapes that fit together; what lies beyond the edges counts as zero.
PYCU_KERNEL void fast_matmul(pycu::array<const float, 2> A, pycu::array<const float, 2> B,
                             pycu::array<float, 2> C)
{
    // Define an array in the shared memory
    // The size and type of the arrays must be known at compile time
    __shared__ float sA[TPB][TPB];
    __shared__ float sB[TPB][TPB];

    const int64_t x = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t y = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;

    // Each thread computes one element in the result matrix.
    // The dot product is chunked into dot products of TPB-long vectors.
    float tmp = 0.0f;
    for (int64_t i = 0; i < (A.shape[1] + TPB - 1) / TPB; ++i) {
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
        for (int64_t j = 0; j < TPB; ++j) {
            tmp += sA[ty][j] * sB[j][tx];
        }

        // Wait until all threads finish computing
        __syncthreads();
    }
    if (y < C.shape[0] && x < C.shape[1]) {
        C(y, x) = tmp;
    }
}

PYCU_WIDE_END(matmul)

#if PYCU_HOST
#include "matmul_cpu.cuh"
#endif

PYCU_WRAPPERS(matmul)

PYCU_INT_ENTRIES(matmul, matmul)
PYCU_ROWS_OF(matmul, matmul)

int matmul_matmul__a2f4a_a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f32_2d A, pycu_array_f32_2d B,
                                     pycu_array_f32_2d C)
{
    return PYCU_LAUNCH(matmul, matmul, loops, (A, B, C));
}

PYCU_ALIAS(matmul_matmul, matmul_matmul__a2f4a_a2f4a_a2f4a)

PYCU_INT_ENTRIES(matmul, fast_matmul)
PYCU_INT_REGIONS(matmul, fast_matmul)

int matmul_fast_matmul__a2f4a_a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                          pycu_stream stream, pycu_array_f32_2d A,
                                          pycu_array_f32_2d B, pycu_array_f32_2d C)
{
    return PYCU_LAUNCH(matmul, fast_matmul, regions, (A, B, C));
}

PYCU_ALIAS(matmul_fast_matmul, matmul_fast_matmul__a2f4a_a2f4a_a2f4a)
