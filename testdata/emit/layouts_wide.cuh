// Generated from layouts.py by pycu: edit layouts.py and run pycu again.
//
// The kernels of layouts.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(layouts)

__device__ void add(pycu::array<const float, 2> a, pycu::array<const float, 2> b,
                    pycu::array<float, 2> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    if (i < out.shape[0] && j < out.shape[1]) {
        out(i, j) = a(i, j) + b(i, j);
    }
}

__global__ void add__strided(const float* a, pycu::extents<2> a__shape, pycu::extents<2> a__strides,
    const float* b, pycu::extents<2> b__shape, pycu::extents<2> b__strides, float* out,
    pycu::extents<2> out__shape, pycu::extents<2> out__strides)
{
    pycu_wide::add(pycu::view_a(a, a__shape, a__strides), pycu::view_a(b, b__shape, b__strides),
        pycu::view_a(out, out__shape, out__strides));
}

PYCU_WIDE_END(layouts)
