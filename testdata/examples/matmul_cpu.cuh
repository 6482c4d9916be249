// Matrix product, once straightforward, once through tiles in shared memory.
// Generated from matmul.py by pycu: edit matmul.py and run pycu again.
//
// Kernels of matmul.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(matmul)

PYCU_KERNEL void matmul(pycu::array<const float, 2, int> A, pycu::array<const float, 2, int> B,
                        pycu::array<float, 2, int> C)
{
    PYCU_BLOCK;
    PYCU_ROWS(y) {
        PYCU_ROW(y);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        const int j = blockIdx.y * blockDim.y + threadIdx.y;
        PYCU_ROW_IF(i < C.shape[0]);
        PYCU_SPAN(j, y);
        PYCU_BELOW(C.shape[1]);
        PYCU_ALONG_APART() {
            PYCU_AT(j, y);
            double tmp = 0.0;
            for (int k = 0; k < A.shape[1]; ++k) {
                tmp += A(i, k) * B(k, j);
            }
            C(i, j) = tmp;
        }
    }
}

PYCU_KERNEL void fast_matmul(pycu::array<const float, 2, int> A, pycu::array<const float, 2, int> B,
                             pycu::array<float, 2, int> C)
{
    PYCU_BLOCK;
    PYCU_KEPT(float, tmp);
    // Define an array in the shared memory
    // The size and type of the arrays must be known at compile time
    __shared__ float sA[TPB][TPB];
    __shared__ float sB[TPB][TPB];

    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        PYCU_LOAD(tmp);

        const int x = blockIdx.x * blockDim.x + threadIdx.x;
        const int y = blockIdx.y * blockDim.y + threadIdx.y;

        const int tx = threadIdx.x;
        const int ty = threadIdx.y;

        // Each thread computes one element in the result matrix.
        // The dot product is chunked into dot products of TPB-long vectors.
        tmp = 0.0f;
        PYCU_SAVE(tmp);
    }
    for (int i = 0; i < (A.shape[1] + TPB - 1) / TPB; ++i) {
        PYCU_THREADS(blockDim) {
            PYCU_THREAD;
            const int x = blockIdx.x * blockDim.x + threadIdx.x;
            const int y = blockIdx.y * blockDim.y + threadIdx.y;
            const int tx = threadIdx.x;
            const int ty = threadIdx.y;
            // Preload data into shared memory
            sA[ty][tx] = 0.0f;
            sB[ty][tx] = 0.0f;
            if (y < A.shape[0] && tx + i * TPB < A.shape[1]) {
                sA[ty][tx] = A(y, tx + i * TPB);
            }
            if (x < B.shape[1] && ty + i * TPB < B.shape[0]) {
                sB[ty][tx] = B(ty + i * TPB, x);
            }
        }

        // Wait until all threads finish preloading

        PYCU_THREADS(blockDim) {
            PYCU_THREAD;
            PYCU_LOAD(tmp);
            const int tx = threadIdx.x;
            const int ty = threadIdx.y;

            // Computes partial product on the shared memory
            for (int j = 0; j < TPB; ++j) {
                tmp += sA[ty][j] * sB[j][tx];
            }
            PYCU_SAVE(tmp);
        }

        // Wait until all threads finish computing
    }
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        PYCU_LOAD(tmp);
        const int x = blockIdx.x * blockDim.x + threadIdx.x;
        const int y = blockIdx.y * blockDim.y + threadIdx.y;
        if (y < C.shape[0] && x < C.shape[1]) {
            C(y, x) = tmp;
        }
    }
}

PYCU_REGIONS_END(matmul)

PYCU_WIDE_REGIONS(matmul)

PYCU_KERNEL void fast_matmul(pycu::array<const float, 2> A, pycu::array<const float, 2> B,
                             pycu::array<float, 2> C)
{
    PYCU_BLOCK;
    PYCU_KEPT(float, tmp);
    // Define an array in the shared memory
    // The size and type of the arrays must be known at compile time
    __shared__ float sA[TPB][TPB];
    __shared__ float sB[TPB][TPB];

    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        PYCU_LOAD(tmp);

        const int64_t x = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
        const int64_t y = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;

        const int tx = threadIdx.x;
        const int ty = threadIdx.y;

        // Each thread computes one element in the result matrix.
        // The dot product is chunked into dot products of TPB-long vectors.
        tmp = 0.0f;
        PYCU_SAVE(tmp);
    }
    for (int64_t i = 0; i < (A.shape[1] + TPB - 1) / TPB; ++i) {
        PYCU_THREADS(blockDim) {
            PYCU_THREAD;
            const int64_t x = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
            const int64_t y = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
            const int tx = threadIdx.x;
            const int ty = threadIdx.y;
            // Preload data into shared memory
            sA[ty][tx] = 0.0f;
            sB[ty][tx] = 0.0f;
            if (y < A.shape[0] && tx + i * TPB < A.shape[1]) {
                sA[ty][tx] = A(y, tx + i * TPB);
            }
            if (x < B.shape[1] && ty + i * TPB < B.shape[0]) {
                sB[ty][tx] = B(ty + i * TPB, x);
            }
        }

        // Wait until all threads finish preloading

        PYCU_THREADS(blockDim) {
            PYCU_THREAD;
            PYCU_LOAD(tmp);
            const int tx = threadIdx.x;
            const int ty = threadIdx.y;

            // Computes partial product on the shared memory
            for (int64_t j = 0; j < TPB; ++j) {
                tmp += sA[ty][j] * sB[j][tx];
            }
            PYCU_SAVE(tmp);
        }

        // Wait until all threads finish computing
    }
    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        PYCU_LOAD(tmp);
        const int64_t x = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
        const int64_t y = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
        if (y < C.shape[0] && x < C.shape[1]) {
            C(y, x) = tmp;
        }
    }
}

PYCU_REGIONS_END(matmul)
