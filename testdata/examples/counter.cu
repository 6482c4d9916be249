// Counts threads, and what they see, with atomic operations.
// Generated from counter.py by pycu: edit counter.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(counter)

PYCU_KERNEL void thread_counter_safe(pycu::array<int, 1, int> global_counter)
{
    atomicAdd(&global_counter[0], 1);  // Safely add 1 to offset 0 in global_counter array
}

/// Write into found[1:] where x is above the threshold, and into found[0] how often.
PYCU_KERNEL void collect_above(pycu::array<const float, 1, int> x, float threshold,
                               pycu::array<int, 1, int> found)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x.size() && x[i] > threshold) {
        const int slot = atomicAdd(&found[0], 1);
        found.wrapped(slot + 1) = i;
    }
}

PYCU_END(counter)

#include "counter_launch.cuh"
