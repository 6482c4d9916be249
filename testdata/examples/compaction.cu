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

__global__ void keep_above__contiguous(const float* __restrict__ x, pycu::extents<1, int> x__shape,
    float limit, float* __restrict__ out, pycu::extents<1, int> out__shape, int* __restrict__ count,
    pycu::extents<1, int> count__shape)
{
    keep_above(pycu::view_c(x, x__shape), limit, pycu::view_c(out, out__shape),
        pycu::view_c(count, count__shape));
}

__global__ void histogram__contiguous(const uint8_t* __restrict__ pixels,
    pycu::extents<1, int> pixels__shape, int* __restrict__ bins, pycu::extents<1, int> bins__shape)
{
    histogram(pycu::view_c(pixels, pixels__shape), pycu::view_c(bins, bins__shape));
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
            pycu::int_shape(x), limit, out.data, pycu::int_shape(out), count.data,
            pycu::int_shape(count));
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
            pycu::int_shape(pixels), bins.data, pycu::int_shape(bins));
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
