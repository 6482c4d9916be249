// Running sums: shuffles within a warp, shared memory between the warps of a block.
// Generated from scan.py by pycu: edit scan.py and run pycu again.
//
// The kernels of scan.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(scan)

/// The sum of x over this lane and those before it.
__device__ float scan_of_warp(float x)
{
    const int lane = pycu_lane();
    int64_t step = 1;
    while (step < WARP) {
        const float before = __shfl_up_sync(FULL, x, step);
        if (lane >= step) {
            x += before;
        }
        step *= 2;
    }
    return x;
}

/// Running sums within each block; totals[b] is the sum of block b.
__device__ void scan_blocks(pycu::array<const float, 1> x, pycu::array<float, 1> out,
                            pycu::array<float, 1> totals)
{
    __shared__ float partial[WARP];
    const int tid = threadIdx.x;
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    float value = i < x.size() ? x[i] : 0.0f;
    value = pycu_wide::scan_of_warp(value);

    // the last lane of each warp has the warp's sum
    const int64_t warp = tid / WARP;
    if (tid % WARP == WARP - 1) {
        partial[warp] = value;
    }
    __syncthreads();
    if (warp == 0) {
        float of_warp = tid < THREADS / WARP ? partial[tid] : 0.0f;
        of_warp = pycu_wide::scan_of_warp(of_warp);
        partial[tid] = of_warp;
    }
    __syncthreads();

    if (warp > 0) {
        value += partial[warp - 1];
    }
    if (i < x.size()) {
        out[i] = value;
    }
    if (tid == THREADS - 1) {
        totals[blockIdx.x] = value;
    }
}

/// Adds to each block the sums of all blocks before it.
__device__ void add_before(pycu::array<float, 1> out, pycu::array<const float, 1> totals)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    float before = 0.0f;
    for (int block = 0; block < int(blockIdx.x); ++block) {
        before += totals[block];
    }
    if (i < out.size()) {
        out[i] += before;
    }
}

__global__ void scan_blocks__strided(const float* x, pycu::extents<1> x__shape,
    pycu::extents<1> x__strides, float* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, float* totals, pycu::extents<1> totals__shape,
    pycu::extents<1> totals__strides)
{
    pycu_wide::scan_blocks(pycu::view_a(x, x__shape, x__strides),
        pycu::view_a(out, out__shape, out__strides),
        pycu::view_a(totals, totals__shape, totals__strides));
}

__global__ void add_before__strided(float* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, const float* totals, pycu::extents<1> totals__shape,
    pycu::extents<1> totals__strides)
{
    pycu_wide::add_before(pycu::view_a(out, out__shape, out__strides),
        pycu::view_a(totals, totals__shape, totals__strides));
}

PYCU_WIDE_END(scan)
