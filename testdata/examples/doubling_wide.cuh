// Doubles a matrix: indices by hand, indices from the grid, and a copy into a second matrix.
// Generated from doubling.py by pycu: edit doubling.py and run pycu again.
//
// The kernels of doubling.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(doubling)

__device__ void doubled(pycu::array<float, 2> arr)
{
    const int x_idx = threadIdx.x;
    const int y_idx = threadIdx.y;
    arr(x_idx, y_idx) *= 2.0;
}

// Auto calculation of indices
__device__ void doubled_auto_grid(pycu::array<float, 2> arr)
{
    const int64_t x_idx = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t y_idx = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    arr(x_idx, y_idx) *= 2.0;
}

__device__ void doubled_man_copy(pycu::array<const float, 2> arr, pycu::array<float, 2> out)
{
    const int64_t x_idx = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t y_idx = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    out(x_idx, y_idx) = arr(x_idx, y_idx) * 2.0;
}

__global__ void doubled__strided(float* arr, pycu::extents<2> arr__shape,
    pycu::extents<2> arr__strides)
{
    pycu_wide::doubled(pycu::view_a(arr, arr__shape, arr__strides));
}

__global__ void doubled_auto_grid__strided(float* arr, pycu::extents<2> arr__shape,
    pycu::extents<2> arr__strides)
{
    pycu_wide::doubled_auto_grid(pycu::view_a(arr, arr__shape, arr__strides));
}

__global__ void doubled_man_copy__strided(const float* arr, pycu::extents<2> arr__shape,
    pycu::extents<2> arr__strides, float* out, pycu::extents<2> out__shape,
    pycu::extents<2> out__strides)
{
    pycu_wide::doubled_man_copy(pycu::view_a(arr, arr__shape, arr__strides),
        pycu::view_a(out, out__shape, out__strides));
}

PYCU_WIDE_END(doubling)
