// Transposes a matrix, straight through global memory.
// Generated from transpose.py by pycu: edit transpose.py and run pycu again.
//
// The kernels of transpose.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(transpose)

__device__ void transpose(pycu::array<const int, 2> a_in, pycu::array<int, 2> a_out)
{
    const int64_t x = int64_t(blockIdx.x) * TILE_DIM + threadIdx.x;
    const int64_t y = int64_t(blockIdx.y) * TILE_DIM + threadIdx.y;

    for (int64_t j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
        a_out(x, y + j) = a_in(y + j, x);
    }
}

__global__ void transpose__strided(const int* a_in, pycu::extents<2> a_in__shape,
    pycu::extents<2> a_in__strides, int* a_out, pycu::extents<2> a_out__shape,
    pycu::extents<2> a_out__strides)
{
    pycu_wide::transpose(pycu::view_a(a_in, a_in__shape, a_in__strides),
        pycu::view_a(a_out, a_out__shape, a_out__strides));
}

PYCU_WIDE_END(transpose)
