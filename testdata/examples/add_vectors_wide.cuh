// Adds two vectors.
// Generated from add_vectors.py by pycu: edit add_vectors.py and run pycu again.
//
// The kernels of add_vectors.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(add_vectors)

__device__ void add_vectors(pycu::array<const int64_t, 1> a, pycu::array<const int64_t, 1> b,
                            pycu::array<int64_t, 1> result)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < a.shape[0]) {
        result[i] = a[i] + b[i];
    }
}

__global__ void add_vectors__strided(const int64_t* a, pycu::extents<1> a__shape,
    pycu::extents<1> a__strides, const int64_t* b, pycu::extents<1> b__shape,
    pycu::extents<1> b__strides, int64_t* result, pycu::extents<1> result__shape,
    pycu::extents<1> result__strides)
{
    pycu_wide::add_vectors(pycu::view_a(a, a__shape, a__strides),
        pycu::view_a(b, b__shape, b__strides),
        pycu::view_a(result, result__shape, result__strides));
}

PYCU_WIDE_END(add_vectors)
