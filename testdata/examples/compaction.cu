// Keeping the elements that pass a test: votes and one atomic a warp instead of one a thread.
// Generated from compaction.py by pycu: edit compaction.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(compaction)

static constexpr uint32_t FULL = 0xFFFFFFFFu;

/// Moves the elements above limit to the front of out; their order is that of the warps.
PYCU_KERNEL void keep_above(pycu::array<const float, 1, int> x, float limit,
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
        out.wrapped(start + __popc(lanes & pycu_lanemask_lt())) = x[i];
    }
}

/// Counts values; lanes with the same value add their number at once.
PYCU_KERNEL void histogram(pycu::array<const uint8_t, 1, int> pixels, pycu::array<int, 1, int> bins)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int active = __ballot_sync(FULL, i < pixels.size());
    if (i < pixels.size()) {
        const int same = __match_any_sync(active, int(pixels[i]));
        const bool is_first = (same & pycu_lanemask_lt()) == 0;
        if (is_first) {
            atomicAdd(&bins[pixels[i]], __popc(same));
        }
    }
}

PYCU_END(compaction)

#include "compaction_launch.cuh"
