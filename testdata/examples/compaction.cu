// Keeping the elements that pass a test: votes and one atomic a warp instead of one a thread.
// Generated from compaction.py by pycu: edit compaction.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(compaction)

static constexpr int64_t FULL = 0xFFFFFFFFL;

/// Moves the elements above limit to the front of out; their order is that of the warps.
__device__ void keep_above(pycu::array<const float, 1, int> x, float limit,
                           pycu::array<float, 1, int> out, pycu::array<int, 1, int> count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool keeps = i < x.size() && x[i] > limit;
    const int lanes = __ballot_sync(FULL, keeps);

    // one lane makes room for all of its warp
    int start = 0;
    if (pycu_lane() == 0) {
        start = atomicAdd(&count[0], __popc(lanes));
    }
    start = __shfl_sync(FULL, start, 0);
    if (keeps) {
        out[pycu::wrap(int64_t(start) + __popcll(int64_t(lanes) & pycu_lanemask_lt()),
            out.shape[0])] = x[i];
    }
}

/// Counts values; lanes with the same value add their number at once.
__device__ void histogram(pycu::array<const uint8_t, 1, int> pixels, pycu::array<int, 1, int> bins)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int active = __ballot_sync(FULL, i < pixels.size());
    if (i < pixels.size()) {
        const int same = __match_any_sync(active, int(pixels[i]));
        const bool is_first = (int64_t(same) & pycu_lanemask_lt()) == 0;
        if (is_first) {
            atomicAdd(&bins[pixels[i]], __popc(same));
        }
    }
}

PYCU_END(compaction)

// How the host launches the kernels above.
#include "compaction.h"
#include "compaction_wide.cuh"

PYCU_ENTRIES(compaction)

__global__ void keep_above__contiguous(const float* __restrict__ x, int x__0, float limit,
    float* __restrict__ out, int out__0, int* __restrict__ count, int count__0)
{
    keep_above(pycu::packed(x, x__0), limit, pycu::packed(out, out__0),
        pycu::packed(count, count__0));
}

__global__ void histogram__contiguous(const uint8_t* __restrict__ pixels, int pixels__0,
    int* __restrict__ bins, int bins__0)
{
    histogram(pycu::packed(pixels, pixels__0), pycu::packed(bins, bins__0));
}

PYCU_ENTRIES_END(compaction)

PYCU_WRAPPERS(compaction)

int compaction_keep_above__a1f4c_f4_a1f4c_a1i4c(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d x, float limit,
    pycu_array_f32_1d out, pycu_array_i32_1d count)
{
    pycu::Launch launch(compaction_report__, "keep_above", grid, block, shared_bytes, stream);
    launch.reads("x", x, pycu::Layout::C);
    launch.writes("out", out, pycu::Layout::C);
    launch.writes("count", count, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(compaction, keep_above, contiguous, warps), x.data,
            int(x.shape[0]), limit, out.data, int(out.shape[0]), count.data, int(count.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(compaction, keep_above, strided, warps), x.data,
        pycu::shape(x), pycu::strides(x), limit, out.data, pycu::shape(out), pycu::strides(out),
        count.data, pycu::shape(count), pycu::strides(count));
}

int compaction_keep_above(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, float limit, pycu_array_f32_1d out,
    pycu_array_i32_1d count)
{
    return compaction_keep_above__a1f4c_f4_a1f4c_a1i4c(grid, block, shared_bytes, stream, x, limit,
        out, count);
}

int compaction_histogram__a1u1c_a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_u8_1d pixels, pycu_array_i32_1d bins)
{
    pycu::Launch launch(compaction_report__, "histogram", grid, block, shared_bytes, stream);
    launch.reads("pixels", pixels, pycu::Layout::C);
    launch.writes("bins", bins, pycu::Layout::C);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(compaction, histogram, contiguous, warps), pixels.data,
            int(pixels.shape[0]), bins.data, int(bins.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(compaction, histogram, strided, warps), pixels.data,
        pycu::shape(pixels), pycu::strides(pixels), bins.data, pycu::shape(bins),
        pycu::strides(bins));
}

int compaction_histogram(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_u8_1d pixels, pycu_array_i32_1d bins)
{
    return compaction_histogram__a1u1c_a1i4c(grid, block, shared_bytes, stream, pixels, bins);
}
