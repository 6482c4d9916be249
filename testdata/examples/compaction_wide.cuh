// Keeping the elements that pass a test: votes and one atomic a warp instead of one a thread.
// Generated from compaction.py by pycu: edit compaction.py and run pycu again.
//
// The kernels of compaction.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(compaction)

/// Moves the elements above limit to the front of out; their order is that of the warps.
__device__ void keep_above(pycu::array<const float, 1> x, float limit, pycu::array<float, 1> out,
                           pycu::array<int, 1> count)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
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
__device__ void histogram(pycu::array<const uint8_t, 1> pixels, pycu::array<int, 1> bins)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int active = __ballot_sync(FULL, i < pixels.size());
    if (i < pixels.size()) {
        const int same = __match_any_sync(active, int(pixels[i]));
        const bool is_first = (int64_t(same) & pycu_lanemask_lt()) == 0;
        if (is_first) {
            atomicAdd(&bins[pixels[i]], __popc(same));
        }
    }
}

__global__ void keep_above__strided(const float* x, pycu::extents<1> x__shape,
    pycu::extents<1> x__strides, float limit, float* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, int* count, pycu::extents<1> count__shape,
    pycu::extents<1> count__strides)
{
    pycu_wide::keep_above(pycu::view_a(x, x__shape, x__strides), limit,
        pycu::view_a(out, out__shape, out__strides),
        pycu::view_a(count, count__shape, count__strides));
}

__global__ void histogram__strided(const uint8_t* pixels, pycu::extents<1> pixels__shape,
    pycu::extents<1> pixels__strides, int* bins, pycu::extents<1> bins__shape,
    pycu::extents<1> bins__strides)
{
    pycu_wide::histogram(pycu::view_a(pixels, pixels__shape, pixels__strides),
        pycu::view_a(bins, bins__shape, bins__strides));
}

PYCU_WIDE_END(compaction)
