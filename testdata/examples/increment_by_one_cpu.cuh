// Adds one to every element of an array.
// Generated from increment_by_one.py by pycu: edit increment_by_one.py and run pycu again.
//
// Kernels of increment_by_one.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(increment_by_one)

PYCU_KERNEL void increment_by_one(pycu::array<int64_t, 1, int> an_array)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        // one thread an element; the last block may be larger than what is left
        const int pos = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(pos, x);
        PYCU_BELOW(an_array.size());
        PYCU_ALONG_APART() {
            PYCU_AT(pos, x);
            an_array[pos] += 1;
        }
    }
}

PYCU_REGIONS_END(increment_by_one)
