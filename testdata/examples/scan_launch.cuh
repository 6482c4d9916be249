// Running sums: shuffles within a warp, shared memory between the warps of a block.
// Generated from scan.py by pycu: edit scan.py and run pycu again.
//
// How the host launches what scan.cu has.
#include "scan.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(scan)

/// The sum of x over this lane and those before it.
__device__ float scan_of_warp(float x)
{
    const int lane = pycu_lane();
    for (int64_t step = 1; step < WARP; step *= 2) {
        const float before = __shfl_up_sync(FULL, x, step);
        if (lane >= step) {
            x += before;
        }
    }
    return x;
}

/// Running sums within each block; totals[b] is the sum of block b.
PYCU_KERNEL void scan_blocks(pycu::array<const float, 1> x, pycu::array<float, 1> out,
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
PYCU_KERNEL void add_before(pycu::array<float, 1> out, pycu::array<const float, 1> totals)
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

PYCU_WIDE_END(scan)

PYCU_WRAPPERS(scan)

PYCU_INT_ENTRIES(scan, scan_blocks)

int scan_scan_blocks__a1f4c_a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_f32_1d x,
                                        pycu_array_f32_1d out, pycu_array_f32_1d totals)
{
    return PYCU_LAUNCH(scan, scan_blocks, warps,
                       (pycu::c_order(x), pycu::c_order(out), pycu::c_order(totals)));
}

PYCU_ALIAS(scan_scan_blocks, scan_scan_blocks__a1f4c_a1f4c_a1f4c)

PYCU_INT_ENTRIES(scan, add_before)

int scan_add_before__a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                 pycu_stream stream, pycu_array_f32_1d out,
                                 pycu_array_f32_1d totals)
{
    return PYCU_LAUNCH(scan, add_before, loops, (pycu::c_order(out), pycu::c_order(totals)));
}

PYCU_ALIAS(scan_add_before, scan_add_before__a1f4c_a1f4c)
