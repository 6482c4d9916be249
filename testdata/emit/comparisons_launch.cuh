// Chained comparisons, truth of numbers, and, or, not.
// Generated from comparisons.py by pycu: edit comparisons.py and run pycu again.
//
// How the host launches what comparisons.cu has.
#include "comparisons.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(comparisons)

PYCU_KERNEL void compare(pycu::array<int, 1> out, float x, int m, uint32_t w, int64_t n)
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

PYCU_WIDE_END(comparisons)

#if PYCU_HOST
#include "comparisons_cpu.cuh"
#endif

PYCU_WRAPPERS(comparisons)

PYCU_INT_ENTRIES(comparisons, compare)
PYCU_ROWS_OF(comparisons, compare)

int comparisons_compare__a1i4a_f4_i4_u4_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                           pycu_stream stream, pycu_array_i32_1d out, float x,
                                           int32_t m, uint32_t w, int64_t n)
{
    return PYCU_LAUNCH(comparisons, compare, loops, (out, x, pycu::index(m), w, pycu::index(n)));
}

PYCU_ALIAS(comparisons_compare, comparisons_compare__a1i4a_f4_i4_u4_i8)
