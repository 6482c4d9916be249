// Every form of range: plain loops where the step's sign is known, pycu::range elsewhere.
// Generated from range_loops.py by pycu: edit range_loops.py and run pycu again.
//
// How the host launches what range_loops.cu has.
#include "range_loops.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(range_loops)

PYCU_KERNEL void loops(pycu::array<int64_t, 1> out, int64_t n, int64_t step, int first, int last)
{
    int64_t total = 0;
    for (int64_t i = 0; i < n; ++i) {
        total += i;
    }
    for (int64_t i = n - 1; i >= 0; --i) {
        total -= i;
    }
    for (int64_t i = 2; i < n; i += 3) {
        total += i;
    }
    for (int64_t i = 10; i > 0; i -= 2) {
        total += i;
    }
    const pycu::range<int64_t> steps{0, n, step};
    for (const int64_t i : steps) {
        total += i;
    }
    for (const int64_t i : pycu::range<int64_t>(0, n, step)) {
        total += i;
    }
    for (int k = first; k < last; ++k) {
        total += k;
    }
    for (int64_t k = first; k < last; k += 4) {
        total += k;
    }
    const int64_t stop = out[0];
    for (int64_t i = 0; i < stop; ++i) {
        out[i] = total;
    }
    const int64_t stop_ = n;
    for (int64_t m = 0; m < stop_; ++m) {
        --n;
        total += n;
    }
    for (int64_t i = 0; i < 3; ++i) {
        const int64_t i_ = i + 2;
        total += i_;
    }
    int64_t j;
    for (int64_t next_j = 0; next_j < 5; ++next_j) {
        j = next_j;
        if (j == n) {
            break;
        }
    }
    out[1] = j;
    out[0] = total;
}

PYCU_WIDE_END(range_loops)

PYCU_WRAPPERS(range_loops)

PYCU_INT_ENTRIES(range_loops, loops)

int range_loops_loops__a1i8a_i8_i8_i4_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                         pycu_stream stream, pycu_array_i64_1d out, int64_t n,
                                         int64_t step, int32_t first, int32_t last)
{
    return PYCU_LAUNCH(range_loops, loops, loops,
                       (out, n, pycu::index(step), pycu::index(first), pycu::index(last)));
}

PYCU_ALIAS(range_loops_loops, range_loops_loops__a1i8a_i8_i8_i4_i4)
