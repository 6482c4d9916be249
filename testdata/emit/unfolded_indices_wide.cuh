// One index for two: divisors that a guard shows to be positive are divided by.
// Generated from unfolded_indices.py by pycu: edit unfolded_indices.py and run pycu again.
//
// The kernels of unfolded_indices.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(unfolded_indices)

__device__ void guarded_by_size(pycu::array<float, 2> x, float factor)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t cols = x.shape[1];
    if (i < x.size()) {
        x(i / cols, i % cols) *= factor;
    }
}

__device__ void guarded_by_product(pycu::array<float, 2> x, float factor)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t rows = x.shape[0], cols = x.shape[1];
    if (i >= rows * cols) {
        return;
    }
    x(pycu::floor_div(i, cols), pycu::floor_mod(i, cols)) *= factor;
}

__device__ void guarded_by_nothing(pycu::array<float, 2> x, float factor)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t cols = x.shape[1];
    x(pycu::floor_div(i, cols), pycu::floor_mod(i, cols)) *= factor;
}

__global__ void guarded_by_size__strided(float* x, pycu::extents<2> x__shape,
    pycu::extents<2> x__strides, float factor)
{
    pycu_wide::guarded_by_size(pycu::view_a(x, x__shape, x__strides), factor);
}

__global__ void guarded_by_product__strided(float* x, pycu::extents<2> x__shape,
    pycu::extents<2> x__strides, float factor)
{
    pycu_wide::guarded_by_product(pycu::view_a(x, x__shape, x__strides), factor);
}

__global__ void guarded_by_nothing__strided(float* x, pycu::extents<2> x__shape,
    pycu::extents<2> x__strides, float factor)
{
    pycu_wide::guarded_by_nothing(pycu::view_a(x, x__shape, x__strides), factor);
}

PYCU_WIDE_END(unfolded_indices)
