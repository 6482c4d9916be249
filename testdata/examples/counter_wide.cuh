// Counts threads, and what they see, with atomic operations.
// Generated from counter.py by pycu: edit counter.py and run pycu again.
//
// The kernels of counter.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(counter)

__device__ void thread_counter_safe(pycu::array<int, 1> global_counter)
{
    atomicAdd(&global_counter[0], 1);  // Safely add 1 to offset 0 in global_counter array
}

/// Write into found[1:] where x is above the threshold, and into found[0] how often.
__device__ void collect_above(pycu::array<const float, 1> x, float threshold,
                              pycu::array<int, 1> found)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < x.size() && x[i] > threshold) {
        const int slot = atomicAdd(&found[0], 1);
        found[pycu::wrap(int64_t(slot) + 1, found.shape[0])] = i;
    }
}

__global__ void thread_counter_safe__strided(int* global_counter,
    pycu::extents<1> global_counter__shape, pycu::extents<1> global_counter__strides)
{
    pycu_wide::thread_counter_safe(pycu::view_a(global_counter, global_counter__shape,
        global_counter__strides));
}

__global__ void collect_above__strided(const float* x, pycu::extents<1> x__shape,
    pycu::extents<1> x__strides, float threshold, int* found, pycu::extents<1> found__shape,
    pycu::extents<1> found__strides)
{
    pycu_wide::collect_above(pycu::view_a(x, x__shape, x__strides), threshold,
        pycu::view_a(found, found__shape, found__strides));
}

PYCU_WIDE_END(counter)
