// Transposes a matrix through tiles in shared memory: reads and writes are both coalesced.
// Generated from transpose_tiled.py by pycu: edit transpose_tiled.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(transpose_tiled)

static constexpr int TILE_DIM = 32;
static constexpr int BLOCK_ROWS = 8;

// Read Mark Harris' blog post to find out why this improves performance!
static constexpr int TILE_DIM_PADDED = 33;

__device__ void tile_transpose(pycu::array<const int, 2, int> a_in, pycu::array<int, 2, int> a_out)
{
    // THIS CODE ASSUMES IT IS RUNNING WITH A BLOCK DIMENSION OF (TILE_SIZE x TILE_SIZE)
    // AND INPUT IS A MULTIPLE OF TILE_SIZE DIMENSIONS
    __shared__ int tile[TILE_DIM][TILE_DIM_PADDED];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        // transpose tile into shared memory
        tile[threadIdx.y + j][threadIdx.x] = a_in(y + j, x);
    }

    __syncthreads();  // wait for all threads in the block to finish updating shared memory

    // Compute transposed offsets
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        a_out(y + j, x) = tile[threadIdx.x][threadIdx.y + j];
    }
}

PYCU_END(transpose_tiled)

// How the host launches the kernels above.
#include "transpose_tiled.h"
#include "transpose_tiled_wide.cuh"

PYCU_ENTRIES(transpose_tiled)

__global__ void tile_transpose__contiguous(const int* __restrict__ a_in, int a_in__0, int a_in__1,
    int* __restrict__ a_out, int a_out__0, int a_out__1)
{
    tile_transpose(pycu::packed(a_in, a_in__0, a_in__1), pycu::packed(a_out, a_out__0, a_out__1));
}

PYCU_ENTRIES_END(transpose_tiled)

PYCU_WRAPPERS(transpose_tiled)

int transpose_tiled_tile_transpose__a2i4c_a2i4c(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_i32_2d a_in, pycu_array_i32_2d a_out)
{
    pycu::Launch launch(transpose_tiled_report__, "tile_transpose", grid, block, shared_bytes,
        stream);
    launch.reads("a_in", a_in, pycu::Layout::C);
    launch.writes("a_out", a_out, pycu::Layout::C);
    if (launch.has_few_blocks() && launch.fits_int()) {
        return launch.run(PYCU_ENTRY(transpose_tiled, tile_transpose, contiguous, fibers),
            a_in.data, int(a_in.shape[0]), int(a_in.shape[1]), a_out.data, int(a_out.shape[0]),
            int(a_out.shape[1]));
    }
    return launch.run(PYCU_WIDE_ENTRY(transpose_tiled, tile_transpose, strided, fibers), a_in.data,
        pycu::shape(a_in), pycu::strides(a_in), a_out.data, pycu::shape(a_out),
        pycu::strides(a_out));
}

int transpose_tiled_tile_transpose(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_2d a_in, pycu_array_i32_2d a_out)
{
    return transpose_tiled_tile_transpose__a2i4c_a2i4c(grid, block, shared_bytes, stream, a_in,
        a_out);
}
