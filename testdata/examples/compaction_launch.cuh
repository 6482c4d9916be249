// Keeping the elements that pass a test: votes and one atomic a warp instead of one a thread.
// Generated from compaction.py by pycu: edit compaction.py and run pycu again.
//
// How the host launches what compaction.cu has.
#include "compaction.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(compaction)

/// Moves the elements above limit to the front of out; their order is that of the warps.
PYCU_KERNEL void keep_above(pycu::array<const float, 1> x, float limit, pycu::array<float, 1> out,
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
        out.wrapped(int64_t(start) + __popc(lanes & pycu_lanemask_lt())) = x[i];
    }
}

/// Counts values; lanes with the same value add their number at once.
PYCU_KERNEL void histogram(pycu::array<const uint8_t, 1> pixels, pycu::array<int, 1> bins)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int active = __ballot_sync(FULL, i < pixels.size());
    if (i < pixels.size()) {
        const int same = __match_any_sync(active, int(pixels[i]));
        const bool is_first = (same & pycu_lanemask_lt()) == 0;
        if (is_first) {
            atomicAdd(&bins[pixels[i]], __popc(same));
        }
    }
}

PYCU_WIDE_END(compaction)

#if PYCU_HOST
#include "compaction_cpu.cuh"
#endif

PYCU_WRAPPERS(compaction)

PYCU_INT_ENTRIES(compaction, keep_above)
PYCU_INT_REGIONS(compaction, keep_above)

int compaction_keep_above__a1f4c_f4_a1f4c_a1i4c(pycu_dim3 grid, pycu_dim3 block,
                                                uint32_t shared_bytes, pycu_stream stream,
                                                pycu_array_f32_1d x, float limit,
                                                pycu_array_f32_1d out, pycu_array_i32_1d count)
{
    return PYCU_LAUNCH(compaction, keep_above, regions.warps(),
                       (pycu::c_order(x), limit, pycu::c_order(out), pycu::c_order(count)));
}

PYCU_ALIAS(compaction_keep_above, compaction_keep_above__a1f4c_f4_a1f4c_a1i4c)

PYCU_INT_ENTRIES(compaction, histogram)

int compaction_histogram__a1u1c_a1i4c(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                      pycu_stream stream, pycu_array_u8_1d pixels,
                                      pycu_array_i32_1d bins)
{
    return PYCU_LAUNCH(compaction, histogram, warps, (pycu::c_order(pixels), pycu::c_order(bins)));
}

PYCU_ALIAS(compaction_histogram, compaction_histogram__a1u1c_a1i4c)
