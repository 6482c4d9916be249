// Counts threads, and what they see, with atomic operations.
// Generated from counter.py by pycu: edit counter.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(counter)

__device__ void thread_counter_safe(pycu::array<int, 1, int> global_counter)
{
    atomicAdd(&global_counter[0], 1);  // Safely add 1 to offset 0 in global_counter array
}

/// Write into found[1:] where x is above the threshold, and into found[0] how often.
__device__ void collect_above(pycu::array<const float, 1, int> x, float threshold,
                              pycu::array<int, 1, int> found)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x.size() && x[i] > threshold) {
        const int slot = atomicAdd(&found[0], 1);
        found[pycu::wrap(int64_t(slot) + 1, found.shape[0])] = i;
    }
}

PYCU_END(counter)

// How the host launches the kernels above.
#include "counter.h"
#include "counter_wide.cuh"

PYCU_ENTRIES(counter)

__global__ void thread_counter_safe__contiguous(int* __restrict__ global_counter,
    int global_counter__0)
{
    thread_counter_safe(pycu::packed(global_counter, global_counter__0));
}

__global__ void collect_above__contiguous(const float* __restrict__ x, int x__0, float threshold,
    int* __restrict__ found, int found__0)
{
    collect_above(pycu::packed(x, x__0), threshold, pycu::packed(found, found__0));
}

PYCU_ENTRIES_END(counter)

PYCU_WRAPPERS(counter)

int counter_thread_counter_safe__a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d global_counter)
{
    pycu::Launch launch(counter_report__, "thread_counter_safe", grid, block, shared_bytes, stream);
    launch.writes("global_counter", global_counter);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(counter, thread_counter_safe, contiguous, loops),
            global_counter.data, int(global_counter.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(counter, thread_counter_safe, strided, loops),
        global_counter.data, pycu::shape(global_counter), pycu::strides(global_counter));
}

int counter_thread_counter_safe(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d global_counter)
{
    return counter_thread_counter_safe__a1i4a(grid, block, shared_bytes, stream, global_counter);
}

int counter_collect_above__a1f4a_f4_a1i4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, float threshold, pycu_array_i32_1d found)
{
    pycu::Launch launch(counter_report__, "collect_above", grid, block, shared_bytes, stream);
    launch.reads("x", x);
    launch.writes("found", found);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(counter, collect_above, contiguous, loops), x.data,
            int(x.shape[0]), threshold, found.data, int(found.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(counter, collect_above, strided, loops), x.data,
        pycu::shape(x), pycu::strides(x), threshold, found.data, pycu::shape(found),
        pycu::strides(found));
}

int counter_collect_above(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, float threshold, pycu_array_i32_1d found)
{
    return counter_collect_above__a1f4a_f4_a1i4a(grid, block, shared_bytes, stream, x, threshold,
        found);
}
