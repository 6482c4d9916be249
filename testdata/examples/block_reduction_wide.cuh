// Sums and dot products, a block at a time.
// Generated from block_reduction.py by pycu: edit block_reduction.py and run pycu again.
//
// The kernels of block_reduction.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(block_reduction)

/// The sum of value over all threads of the block, known to every thread.
__device__ float sum_of_block(float value)
{
    __shared__ float partial[THREADS];
    const int tid = threadIdx.x;
    partial[tid] = value;
    __syncthreads();

    int64_t s = THREADS / 2;
    while (s > 0) {
        if (tid < s) {
            partial[tid] += partial[tid + s];
        }
        __syncthreads();
        s >>= 1;
    }
    return partial[0];
}

/// sums[b] is what block b has seen of x, walking through it with the stride of the grid.
__device__ void block_sum(pycu::array<const float, 1> x, pycu::array<float, 1> sums)
{
    float total = 0.0f;
    for (int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < x.size();
            i += int64_t(gridDim.x) * blockDim.x) {
        total += x[i];
    }

    total = pycu_wide::sum_of_block(total);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = total;
    }
}

/// Add the dot product of x and y to result[0].
__device__ void dot(pycu::array<const float, 1> x, pycu::array<const float, 1> y,
                    pycu::array<float, 1> result)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const float product = i < x.size() ? x[i] * y[i] : 0.0f;
    const float total = pycu_wide::sum_of_block(product);
    if (threadIdx.x == 0) {
        atomicAdd(&result[0], total);
    }
}

__global__ void block_sum__strided(const float* x, pycu::extents<1> x__shape,
    pycu::extents<1> x__strides, float* sums, pycu::extents<1> sums__shape,
    pycu::extents<1> sums__strides)
{
    pycu_wide::block_sum(pycu::view_a(x, x__shape, x__strides),
        pycu::view_a(sums, sums__shape, sums__strides));
}

__global__ void dot__strided(const float* x, pycu::extents<1> x__shape, pycu::extents<1> x__strides,
    const float* y, pycu::extents<1> y__shape, pycu::extents<1> y__strides, float* result,
    pycu::extents<1> result__shape, pycu::extents<1> result__strides)
{
    pycu_wide::dot(pycu::view_a(x, x__shape, x__strides), pycu::view_a(y, y__shape, y__strides),
        pycu::view_a(result, result__shape, result__strides));
}

PYCU_WIDE_END(block_reduction)
