// Transposes a matrix through tiles in shared memory: reads and writes are both coalesced.
// Generated from transpose_tiled.py by pycu: edit transpose_tiled.py and run pycu again.
//
// Kernels of transpose_tiled.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(transpose_tiled)

PYCU_KERNEL void tile_transpose(pycu::array<const int, 2, int> a_in, pycu::array<int, 2, int> a_out)
{
    PYCU_BLOCK;
    PYCU_KEPT(int, x);
    PYCU_KEPT(int, y);
    // THIS CODE ASSUMES IT IS RUNNING WITH A BLOCK DIMENSION OF (TILE_SIZE x TILE_SIZE)
    // AND INPUT IS A MULTIPLE OF TILE_SIZE DIMENSIONS
    __shared__ int tile[TILE_DIM][TILE_DIM_PADDED];

    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        PYCU_LOAD(x);
        PYCU_LOAD(y);

        x = blockIdx.x * TILE_DIM + threadIdx.x;
        y = blockIdx.y * TILE_DIM + threadIdx.y;

        for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
            // transpose tile into shared memory
            tile[threadIdx.y + j][threadIdx.x] = a_in(y + j, x);
        }
        PYCU_SAVE(x);
        PYCU_SAVE(y);
    }

    // wait for all threads in the block to finish updating shared memory

    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        PYCU_LOAD(x);
        PYCU_LOAD(y);

        // Compute transposed offsets
        x = blockIdx.y * TILE_DIM + threadIdx.x;
        y = blockIdx.x * TILE_DIM + threadIdx.y;

        for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
            a_out(y + j, x) = tile[threadIdx.x][threadIdx.y + j];
        }
        PYCU_SAVE(x);
        PYCU_SAVE(y);
    }
}

PYCU_REGIONS_END(transpose_tiled)

PYCU_WIDE_REGIONS(transpose_tiled)

PYCU_KERNEL void tile_transpose(pycu::array<const int, 2> a_in, pycu::array<int, 2> a_out)
{
    PYCU_BLOCK;
    PYCU_KEPT(int64_t, x);
    PYCU_KEPT(int64_t, y);
    // THIS CODE ASSUMES IT IS RUNNING WITH A BLOCK DIMENSION OF (TILE_SIZE x TILE_SIZE)
    // AND INPUT IS A MULTIPLE OF TILE_SIZE DIMENSIONS
    __shared__ int tile[TILE_DIM][TILE_DIM_PADDED];

    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        PYCU_LOAD(x);
        PYCU_LOAD(y);

        x = int64_t(blockIdx.x) * TILE_DIM + threadIdx.x;
        y = int64_t(blockIdx.y) * TILE_DIM + threadIdx.y;

        for (int64_t j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
            // transpose tile into shared memory
            tile[threadIdx.y + j][threadIdx.x] = a_in(y + j, x);
        }
        PYCU_SAVE(x);
        PYCU_SAVE(y);
    }

    // wait for all threads in the block to finish updating shared memory

    PYCU_THREADS(blockDim) {
        PYCU_THREAD;
        PYCU_LOAD(x);
        PYCU_LOAD(y);

        // Compute transposed offsets
        x = int64_t(blockIdx.y) * TILE_DIM + threadIdx.x;
        y = int64_t(blockIdx.x) * TILE_DIM + threadIdx.y;

        for (int64_t j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
            a_out(y + j, x) = tile[threadIdx.x][threadIdx.y + j];
        }
        PYCU_SAVE(x);
        PYCU_SAVE(y);
    }
}

PYCU_REGIONS_END(transpose_tiled)
