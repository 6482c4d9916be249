// Generated from integer_widening.py by pycu: edit integer_widening.py and run pycu again.
//
// The kernels of integer_widening.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(integer_widening)

__device__ void widen(pycu::array<int, 1> a, int m, int n, pycu::array<int64_t, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    out[i] = int64_t(a[i]) + m;
    out[i] = int64_t(m) * n - 1;
    out[i] = -m;
    a[i] = m + n;
    a[i] += m;
    const int t = threadIdx.x;
    out[pycu::wrap(t - 1, out.shape[0])] = t + 1;
    out[0] = t * 4 + blockDim.x;
    a[i] = m * 747796405u + n;  // meant to wrap round, which an int must not
}

__global__ void widen__strided(int* a, pycu::extents<1> a__shape, pycu::extents<1> a__strides,
    int m, int n, int64_t* out, pycu::extents<1> out__shape, pycu::extents<1> out__strides)
{
    pycu_wide::widen(pycu::view_a(a, a__shape, a__strides), m, n,
        pycu::view_a(out, out__shape, out__strides));
}

PYCU_WIDE_END(integer_widening)
