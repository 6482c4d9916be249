// Adds one to every element of an array.
// Generated from increment_by_one.py by pycu: edit increment_by_one.py and run pycu again.
//
// The kernels of increment_by_one.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(increment_by_one)

__device__ void increment_by_one(pycu::array<int64_t, 1> an_array)
{
    // one thread an element; the last block may be larger than what is left
    const int64_t pos = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (pos < an_array.size()) {
        an_array[pos] += 1;
    }
}

__global__ void increment_by_one__strided(int64_t* an_array, pycu::extents<1> an_array__shape,
    pycu::extents<1> an_array__strides)
{
    pycu_wide::increment_by_one(pycu::view_a(an_array, an_array__shape, an_array__strides));
}

PYCU_WIDE_END(increment_by_one)
