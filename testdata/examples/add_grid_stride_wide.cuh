// Adds two vectors of any length with a grid of any size.
// Generated from add_grid_stride.py by pycu: edit add_grid_stride.py and run pycu again.
//
// The kernels of add_grid_stride.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(add_grid_stride)

__device__ void add_kernel(pycu::array<const float, 1> x, pycu::array<const float, 1> y,
                           pycu::array<float, 1> out)
{
    const int tx = threadIdx.x;  // this is the unique thread ID within a 1D block
    const int ty = blockIdx.x;  // Similarly, this is the unique block ID within the 1D grid

    const int block_size = blockDim.x;  // number of threads per block
    const int grid_size = gridDim.x;  // number of blocks in the grid

    const int64_t start = tx + int64_t(ty) * block_size;
    const int64_t stride = int64_t(block_size) * grid_size;

    // assuming x and y inputs are same length
    for (int64_t i = start; i < x.shape[0]; i += stride) {
        out[i] = x[i] + y[i];
    }
}

__device__ void add_kernel_short(pycu::array<const float, 1> x, pycu::array<const float, 1> y,
                                 pycu::array<float, 1> out)
{
    const int64_t start = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;  // 1 = one dimensional thread grid, returns a single value
    const int64_t stride = int64_t(gridDim.x) * blockDim.x;  // ditto

    // assuming x and y inputs are same length
    for (int64_t i = start; i < x.shape[0]; i += stride) {
        out[i] = x[i] + y[i];
    }
}

__global__ void add_kernel__strided(const float* x, pycu::extents<1> x__shape,
    pycu::extents<1> x__strides, const float* y, pycu::extents<1> y__shape,
    pycu::extents<1> y__strides, float* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides)
{
    pycu_wide::add_kernel(pycu::view_a(x, x__shape, x__strides),
        pycu::view_a(y, y__shape, y__strides), pycu::view_a(out, out__shape, out__strides));
}

__global__ void add_kernel_short__strided(const float* x, pycu::extents<1> x__shape,
    pycu::extents<1> x__strides, const float* y, pycu::extents<1> y__shape,
    pycu::extents<1> y__strides, float* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides)
{
    pycu_wide::add_kernel_short(pycu::view_a(x, x__shape, x__strides),
        pycu::view_a(y, y__shape, y__strides), pycu::view_a(out, out__shape, out__strides));
}

PYCU_WIDE_END(add_grid_stride)
