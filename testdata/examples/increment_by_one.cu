// Adds one to every element of an array.
// Generated from increment_by_one.py by pycu: edit increment_by_one.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(increment_by_one)

__device__ void increment_by_one(pycu::array<int64_t, 1, int> an_array)
{
    // one thread an element; the last block may be larger than what is left
    const int pos = blockIdx.x * blockDim.x + threadIdx.x;
    if (pos < an_array.size()) {
        an_array[pos] += 1;
    }
}

PYCU_END(increment_by_one)

// How the host launches the kernels above.
#include "increment_by_one.h"
#include "increment_by_one_wide.cuh"

PYCU_ENTRIES(increment_by_one)

__global__ void increment_by_one__contiguous(int64_t* __restrict__ an_array, int an_array__0)
{
    increment_by_one(pycu::packed(an_array, an_array__0));
}

PYCU_ENTRIES_END(increment_by_one)

PYCU_WRAPPERS(increment_by_one)

int increment_by_one_increment_by_one__a1i8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i64_1d an_array)
{
    pycu::Launch launch(increment_by_one_report__, "increment_by_one", grid, block, shared_bytes,
        stream);
    launch.writes("an_array", an_array);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(increment_by_one, increment_by_one, contiguous, loops),
            an_array.data, int(an_array.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(increment_by_one, increment_by_one, strided, loops),
        an_array.data, pycu::shape(an_array), pycu::strides(an_array));
}

int increment_by_one_increment_by_one(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i64_1d an_array)
{
    return increment_by_one_increment_by_one__a1i8a(grid, block, shared_bytes, stream, an_array);
}
