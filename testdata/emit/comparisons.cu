// Generated from comparisons.py by pycu: edit comparisons.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(comparisons)

__device__ void compare(pycu::array<int, 1, int> out, float x, int m, uint32_t w, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
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

PYCU_END(comparisons)

// How the host launches the kernels above.
#include "comparisons.h"
#include "comparisons_wide.cuh"

PYCU_ENTRIES(comparisons)

__global__ void compare__contiguous(int* __restrict__ out, int out__0, float x, int m, uint32_t w,
    int64_t n)
{
    compare(pycu::packed(out, out__0), x, m, w, n);
}

PYCU_ENTRIES_END(comparisons)

PYCU_WRAPPERS(comparisons)

int comparisons_compare__a1i4a_f4_i4_u4_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_i32_1d out, float x, int32_t m, uint32_t w, int64_t n)
{
    pycu::Launch launch(comparisons_report__, "compare", grid, block, shared_bytes, stream);
    launch.writes("out", out);
    if (launch.fits_int(m, n)) {
        return launch.run(PYCU_ENTRY(comparisons, compare, contiguous, loops), out.data,
            int(out.shape[0]), x, m, w, n);
    }
    return launch.run(PYCU_WIDE_ENTRY(comparisons, compare, strided, loops), out.data,
        pycu::shape(out), pycu::strides(out), x, m, w, n);
}

int comparisons_compare(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_i32_1d out, float x, int32_t m, uint32_t w, int64_t n)
{
    return comparisons_compare__a1i4a_f4_i4_u4_i8(grid, block, shared_bytes, stream, out, x, m, w,
        n);
}
