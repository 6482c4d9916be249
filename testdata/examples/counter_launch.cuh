// Counts threads, and what they see, with atomic operations.
// Generated from counter.py by pycu: edit counter.py and run pycu again.
//
// How the host launches what counter.cu has.
#include "counter.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(counter)

PYCU_KERNEL void thread_counter_safe(pycu::array<int, 1> global_counter)
{
    atomicAdd(&global_counter[0], 1);  // Safely add 1 to offset 0 in global_counter array
}

/// Write into found[1:] where x is above the threshold, and into found[0] how often.
PYCU_KERNEL void collect_above(pycu::array<const float, 1> x, float threshold,
                               pycu::array<int, 1> found)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < x.size() && x[i] > threshold) {
        const int slot = atomicAdd(&found[0], 1);
        found.wrapped(int64_t(slot) + 1) = i;
    }
}

PYCU_WIDE_END(counter)

PYCU_WRAPPERS(counter)

PYCU_INT_ENTRIES(counter, thread_counter_safe)

int counter_thread_counter_safe__a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                       pycu_stream stream, pycu_array_i32_1d global_counter)
{
    return PYCU_LAUNCH(counter, thread_counter_safe, loops, (global_counter));
}

PYCU_ALIAS(counter_thread_counter_safe, counter_thread_counter_safe__a1i4a)

PYCU_INT_ENTRIES(counter, collect_above)

int counter_collect_above__a1f4a_f4_a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                          pycu_stream stream, pycu_array_f32_1d x, float threshold,
                                          pycu_array_i32_1d found)
{
    return PYCU_LAUNCH(counter, collect_above, loops, (x, threshold, found));
}

PYCU_ALIAS(counter_collect_above, counter_collect_above__a1f4a_f4_a1i4a)
