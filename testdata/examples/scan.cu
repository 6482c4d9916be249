// Running sums: shuffles within a warp, shared memory between the warps of a block.
// Generated from scan.py by pycu: edit scan.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(scan)

static constexpr int WARP = 32;
static constexpr int THREADS = 256;
static constexpr uint32_t FULL = 0xFFFFFFFFu;

/// The sum of x over this lane and those before it.
__device__ float scan_of_warp(float x)
{
    const int lane = pycu_lane();
    for (int step = 1; step < WARP; step *= 2) {
        const float before = __shfl_up_sync(FULL, x, step);
        if (lane >= step) {
            x += before;
        }
    }
    return x;
}

/// Running sums within each block; totals[b] is the sum of block b.
PYCU_KERNEL void scan_blocks(pycu::array<const float, 1, int> x, pycu::array<float, 1, int> out,
                             pycu::array<float, 1, int> totals)
{
    __shared__ float partial[WARP];
    const int tid = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = i < x.size() ? x[i] : 0.0f;
    value = scan_of_warp(value);

    // the last lane of each warp has the warp's sum
    const int warp = tid / WARP;
    if (tid % WARP == WARP - 1) {
        partial[warp] = value;
    }
    __syncthreads();
    if (warp == 0) {
        float of_warp = tid < THREADS / WARP ? partial[tid] : 0.0f;
        of_warp = scan_of_warp(of_warp);
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
PYCU_KERNEL void add_before(pycu::array<float, 1, int> out, pycu::array<const float, 1, int> totals)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float before = 0.0f;
    for (int block = 0; block < int(blockIdx.x); ++block) {
        before += totals[block];
    }
    if (i < out.size()) {
        out[i] += before;
    }
}

PYCU_END(scan)

#include "scan_launch.cuh"
