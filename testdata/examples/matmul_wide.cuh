// Matrix product, once straightforward, once through tiles in shared memory.
// Generated from matmul.py by pycu: edit matmul.py and run pycu again.
//
// The kernels of matmul.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(matmul)

/// Perform square matrix multiplication of C = A * B.
__device__ void matmul(pycu::array<const float, 2> A, pycu::array<const float, 2> B,
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
__device__ void fast_matmul(pycu::array<const float, 2> A, pycu::array<const float, 2> B,
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

__global__ void matmul__strided(const float* A, pycu::extents<2> A__shape,
    pycu::extents<2> A__strides, const float* B, pycu::extents<2> B__shape,
    pycu::extents<2> B__strides, float* C, pycu::extents<2> C__shape, pycu::extents<2> C__strides)
{
    pycu_wide::matmul(pycu::view_a(A, A__shape, A__strides), pycu::view_a(B, B__shape, B__strides),
        pycu::view_a(C, C__shape, C__strides));
}

__global__ void fast_matmul__strided(const float* A, pycu::extents<2> A__shape,
    pycu::extents<2> A__strides, const float* B, pycu::extents<2> B__shape,
    pycu::extents<2> B__strides, float* C, pycu::extents<2> C__shape, pycu::extents<2> C__strides)
{
    pycu_wide::fast_matmul(pycu::view_a(A, A__shape, A__strides),
        pycu::view_a(B, B__shape, B__strides), pycu::view_a(C, C__shape, C__strides));
}

PYCU_WIDE_END(matmul)
