// Running sums: shuffles within a warp, shared memory between the warps of a block.
// Generated from scan.py by pycu: edit scan.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(scan)

static constexpr int WARP = 32;
static constexpr int THREADS = 256;
static constexpr int64_t FULL = 0xFFFFFFFFL;

/// The sum of x over this lane and those before it.
__device__ float scan_of_warp(float x)
{
    const int lane = pycu_lane();
    int step = 1;
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
__device__ void scan_blocks(pycu::array<const float, 1, int> x, pycu::array<float, 1, int> out,
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
__device__ void add_before(pycu::array<float, 1, int> out, pycu::array<const float, 1, int> totals)
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

// How the host launches the kernels above.
#include "scan.h"
#include "scan_wide.cuh"

PYCU_ENTRIES(scan)

__global__ void scan_blocks__contiguous(const float* __restrict__ x, int x__0,
    float* __restrict__ out, int out__0, float* __restrict__ totals, int totals__0)
{
    scan_blocks(pycu::packed(x, x__0), pycu::packed(out, out__0), pycu::packed(totals, totals__0));
}

__global__ void add_before__contiguous(float* __restrict__ out, int out__0,
    const float* __restrict__ totals, int totals__0)
{
    add_before(pycu::packed(out, out__0), pycu::packed(totals, totals__0));
}

PYCU_ENTRIES_END(scan)

PYCU_WRAPPERS(scan)

int scan_scan_blocks__a1f4c_a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f32_1d out, pycu_array_f32_1d totals)
{
    pycu::Launch launch(scan_report__, "scan_blocks", grid, block, shared_bytes, stream);
    launch.reads("x", x, pycu::Layout::C);
    launch.writes("out", out, pycu::Layout::C);
    launch.writes("totals", totals, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(scan, scan_blocks, contiguous, warps), x.data, int(x.shape[0]),
            out.data, int(out.shape[0]), totals.data, int(totals.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(scan, scan_blocks, strided, warps), x.data, pycu::shape(x),
        pycu::strides(x), out.data, pycu::shape(out), pycu::strides(out), totals.data,
        pycu::shape(totals), pycu::strides(totals));
}

int scan_scan_blocks(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d x, pycu_array_f32_1d out, pycu_array_f32_1d totals)
{
    return scan_scan_blocks__a1f4c_a1f4c_a1f4c(grid, block, shared_bytes, stream, x, out, totals);
}

int scan_add_before__a1f4c_a1f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d out, pycu_array_f32_1d totals)
{
    pycu::Launch launch(scan_report__, "add_before", grid, block, shared_bytes, stream);
    launch.writes("out", out, pycu::Layout::C);
    launch.reads("totals", totals, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(scan, add_before, contiguous, loops), out.data,
            int(out.shape[0]), totals.data, int(totals.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(scan, add_before, strided, loops), out.data, pycu::shape(out),
        pycu::strides(out), totals.data, pycu::shape(totals), pycu::strides(totals));
}

int scan_add_before(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d out, pycu_array_f32_1d totals)
{
    return scan_add_before__a1f4c_a1f4c(grid, block, shared_bytes, stream, out, totals);
}
