// Chained comparisons, truth of numbers, and, or, not.
// Generated from comparisons.py by pycu: edit comparisons.py and run pycu again.
//
// Kernels of comparisons.cu as the CPU runs them: loops over the threads of a
// block, from one barrier to the next, and within the bounds that a kernel asks its
// threads for.

PYCU_REGIONS(comparisons)

PYCU_KERNEL void compare(pycu::array<int, 1, int> out, float x, int m, uint32_t w, int n)
{
    PYCU_BLOCK;
    PYCU_ROWS(x) {
        PYCU_ROW(x);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        PYCU_SPAN(i, x);
        PYCU_ALONG_APART() {
            PYCU_AT(i, x);
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
    }
}

PYCU_REGIONS_END(comparisons)
