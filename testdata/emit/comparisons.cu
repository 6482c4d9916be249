// Chained comparisons, truth of numbers, and, or, not.
// Generated from comparisons.py by pycu: edit comparisons.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(comparisons)

PYCU_KERNEL void compare(pycu::array<int, 1, int> out, float x, int m, uint32_t w, int n)
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

#include "comparisons_launch.cuh"
