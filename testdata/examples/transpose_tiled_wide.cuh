// Transposes a matrix through tiles in shared memory: reads and writes are both coalesced.
// Generated from transpose_tiled.py by pycu: edit transpose_tiled.py and run pycu again.
//
// The kernels of transpose_tiled.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(transpose_tiled)

__device__ void tile_transpose(pycu::array<const int, 2> a_in, pycu::array<int, 2> a_out)
{
    // THIS CODE ASSUMES IT IS RUNNING WITH A BLOCK DIMENSION OF (TILE_SIZE x TILE_SIZE)
    // AND INPUT IS A MULTIPLE OF TILE_SIZE DIMENSIONS
    __shared__ int tile[TILE_DIM][TILE_DIM_PADDED];

    int64_t x = int64_t(blockIdx.x) * TILE_DIM + threadIdx.x;
    int64_t y = int64_t(blockIdx.y) * TILE_DIM + threadIdx.y;

    for (int64_t j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        // transpose tile into shared memory
        tile[threadIdx.y + j][threadIdx.x] = a_in(y + j, x);
    }

    __syncthreads();  // wait for all threads in the block to finish updating shared memory

    // Compute transposed offsets
    x = int64_t(blockIdx.y) * TILE_DIM + threadIdx.x;
    y = int64_t(blockIdx.x) * TILE_DIM + threadIdx.y;

    for (int64_t j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        a_out(y + j, x) = tile[threadIdx.x][threadIdx.y + j];
    }
}

__global__ void tile_transpose__strided(const int* a_in, pycu::extents<2> a_in__shape,
    pycu::extents<2> a_in__strides, int* a_out, pycu::extents<2> a_out__shape,
    pycu::extents<2> a_out__strides)
{
    pycu_wide::tile_transpose(pycu::view_a(a_in, a_in__shape, a_in__strides),
        pycu::view_a(a_out, a_out__shape, a_out__strides));
}

PYCU_WIDE_END(transpose_tiled)
