// Generated from comparisons.py by pycu: edit comparisons.py and run pycu again.
//
// The kernels of comparisons.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(comparisons)

__device__ void compare(pycu::array<int, 1> out, float x, int m, uint32_t w, int64_t n)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (0 <= n && n < 10 && 10 != m) {
        out[i] = 1;
    }
    if (n != 0 && m == 0) {
        out[i] = 2;
    }
    if (x != 0.0f || !((n < m && m < 3) || n == 5)) {
        out[i] = 3;
    }
    if (int(threadIdx.x) < m && int(threadIdx.x) >= 0) {
        out[i] = 4;
    }
    if (int64_t(w) < m || m < int64_t(w)) {
        out[i] = 5;
    }
    const bool inside = x > 0.5f && double(x) < n;
    out[i] = inside;
    out[i] = inside ? n < 3 : n > 4;
    out[i] = n != 0 ? m : n;
    out[i] = n != 0 ? n : 7;
}

__global__ void compare__strided(int* out, pycu::extents<1> out__shape,
    pycu::extents<1> out__strides, float x, int m, uint32_t w, int64_t n)
{
    pycu_wide::compare(pycu::view_a(out, out__shape, out__strides), x, m, w, n);
}

PYCU_WIDE_END(comparisons)
