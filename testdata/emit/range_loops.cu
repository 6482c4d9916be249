// Every form of range: plain loops where the step's sign is known, pycu::range elsewhere.
// Generated from range_loops.py by pycu: edit range_loops.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(range_loops)

PYCU_KERNEL void loops(pycu::array<int64_t, 1, int> out, int64_t n, int step, int first, int last)
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
    for (int i = 10; i > 0; i -= 2) {
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
    for (int k = first; k < last; k += 4) {
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
    for (int i = 0; i < 3; ++i) {
        const int i_ = i + 2;
        total += i_;
    }
    int j;
    for (int next_j = 0; next_j < 5; ++next_j) {
        j = next_j;
        if (j == n) {
            break;
        }
    }
    out[1] = j;
    out[0] = total;
}

PYCU_END(range_loops)

#include "range_loops_launch.cuh"
