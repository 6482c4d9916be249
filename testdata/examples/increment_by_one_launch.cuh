// Adds one to every element of an array.
// Generated from increment_by_one.py by pycu: edit increment_by_one.py and run pycu again.
//
// How the host launches what increment_by_one.cu has.
#include "increment_by_one.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(increment_by_one)

PYCU_KERNEL void increment_by_one(pycu::array<int64_t, 1> an_array)
{
    // one thread an element; the last block may be larger than what is left
    const int64_t pos = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (pos < an_array.size()) {
        an_array[pos] += 1;
    }
}

PYCU_WIDE_END(increment_by_one)

#if PYCU_HOST
#include "increment_by_one_cpu.cuh"
#endif

PYCU_WRAPPERS(increment_by_one)

PYCU_INT_ENTRIES(increment_by_one, increment_by_one)
PYCU_LONG_ROWS_OF(increment_by_one, increment_by_one, x)

int increment_by_one_increment_by_one__a1i8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                             pycu_stream stream, pycu_array_i64_1d an_array)
{
    return PYCU_LAUNCH(increment_by_one, increment_by_one, loops, (an_array));
}

PYCU_ALIAS(increment_by_one_increment_by_one, increment_by_one_increment_by_one__a1i8a)
