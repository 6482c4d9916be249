// Keeping the elements that pass a test: votes and one atomic a warp instead of one a thread.
// Generated from compaction.py by pycu: edit compaction.py and run pycu again.
//
// Kernels of compaction.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(compaction)

PYCU_KERNEL void keep_above(pycu::array<const float, 1, int> x, float limit,
                            pycu::array<float, 1, int> out, pycu::array<int, 1, int> count)
{
    PYCU_BLOCK;
    PYCU_KEPT(bool, keeps);
    PYCU_KEPT(int, lanes);
    PYCU_KEPT(int, start);
    PYCU_KEPT(bool, pycu_value0);
    PYCU_KEPT(int, pycu_got1);
    PYCU_KEPT(int, pycu_value2);
    PYCU_KEPT(int, pycu_got3);
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_LOAD(keeps);
        PYCU_LOAD(pycu_value0);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        keeps = i < x.size() && x[i] > limit;
        pycu_value0 = keeps;
        PYCU_SAVE(keeps);
        PYCU_SAVE(pycu_value0);
    }
    PYCU_MEET_WARPS(ballot_sync, pycu_kept_pycu_got1, pycu_kept_pycu_value0, 0, nullptr, nullptr);
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_LOAD(lanes);
        PYCU_LOAD(start);
        PYCU_LOAD(pycu_got1);
        PYCU_LOAD(pycu_value2);
        lanes = pycu_got1;

        // one lane makes room for all of its warp
        start = 0;
        if (pycu_lane() == 0) {
            start = atomicAdd(&count[0], __popc(lanes));
        }
        pycu_value2 = start;
        PYCU_SAVE(lanes);
        PYCU_SAVE(start);
        PYCU_SAVE(pycu_value2);
    }
    PYCU_MEET_WARPS(shfl_sync, pycu_kept_pycu_got3, pycu_kept_pycu_value2, 0, nullptr, nullptr);
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_LOAD(keeps);
        PYCU_LOAD(lanes);
        PYCU_LOAD(start);
        PYCU_LOAD(pycu_got3);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        start = pycu_got3;
        if (keeps) {
            out.wrapped(start + __popc(lanes & pycu_lanemask_lt())) = x[i];
        }
        PYCU_SAVE(start);
    }
}

PYCU_REGIONS_END(compaction)

PYCU_WIDE_REGIONS(compaction)

PYCU_KERNEL void keep_above(pycu::array<const float, 1> x, float limit, pycu::array<float, 1> out,
                            pycu::array<int, 1> count)
{
    PYCU_BLOCK;
    PYCU_KEPT(bool, keeps);
    PYCU_KEPT(int, lanes);
    PYCU_KEPT(int, start);
    PYCU_KEPT(bool, pycu_value0);
    PYCU_KEPT(int, pycu_got1);
    PYCU_KEPT(int, pycu_value2);
    PYCU_KEPT(int, pycu_got3);
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_LOAD(keeps);
        PYCU_LOAD(pycu_value0);
        const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
        keeps = i < x.size() && x[i] > limit;
        pycu_value0 = keeps;
        PYCU_SAVE(keeps);
        PYCU_SAVE(pycu_value0);
    }
    PYCU_MEET_WARPS(ballot_sync, pycu_kept_pycu_got1, pycu_kept_pycu_value0, 0, nullptr, nullptr);
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_LOAD(lanes);
        PYCU_LOAD(start);
        PYCU_LOAD(pycu_got1);
        PYCU_LOAD(pycu_value2);
        lanes = pycu_got1;

        // one lane makes room for all of its warp
        start = 0;
        if (pycu_lane() == 0) {
            start = atomicAdd(&count[0], __popc(lanes));
        }
        pycu_value2 = start;
        PYCU_SAVE(lanes);
        PYCU_SAVE(start);
        PYCU_SAVE(pycu_value2);
    }
    PYCU_MEET_WARPS(shfl_sync, pycu_kept_pycu_got3, pycu_kept_pycu_value2, 0, nullptr, nullptr);
    PYCU_THREADS(blockDim) {
        PYCU_CALLING_THREAD;
        PYCU_LOAD(keeps);
        PYCU_LOAD(lanes);
        PYCU_LOAD(start);
        PYCU_LOAD(pycu_got3);
        const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
        start = pycu_got3;
        if (keeps) {
            out.wrapped(int64_t(start) + __popc(lanes & pycu_lanemask_lt())) = x[i];
        }
        PYCU_SAVE(start);
    }
}

PYCU_REGIONS_END(compaction)
