// Adds one to every element of an array.
// Generated from increment_by_one.py by pycu: edit increment_by_one.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(increment_by_one)

PYCU_KERNEL void increment_by_one(pycu::array<int64_t, 1, int> an_array)
{
    // one thread an element; the last block may be larger than what is left
    const int pos = blockIdx.x * blockDim.x + threadIdx.x;
    if (pos < an_array.size()) {
        an_array[pos] += 1;
    }
}

PYCU_END(increment_by_one)

#include "increment_by_one_launch.cuh"
