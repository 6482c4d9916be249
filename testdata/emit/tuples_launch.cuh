// Tuples: returned, unpacked, indexed, swapped, and items that nobody reads.
// Generated from tuples.py by pycu: edit tuples.py and run pycu again.
//
// How the host launches what tuples.cu has.
#include "tuples.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(tuples)

PYCU_KERNEL void use(pycu::array<double, 1> out, int64_t n, int64_t m)
{
    auto [low, high] = bounds(n, m);
    out[0] = high - low;
    const auto [next_low, unused] = bounds(low, 3);
    low = next_low;
    out[1] = low;
    const auto pair = bounds(m, n);
    out[2] = middle(pair);
    const int64_t next_m = n;
    n = m;
    m = next_m;
    out[3] = n - m;
    const pycu::tuple<int64_t, double, int64_t> point{n, 0.5, m};
    out[4] = point.get<1>() * point.get<2>();
    const pycu::double3 weights{0.25, 0.5, 0.25};
    for (int64_t k = 0; k < 3; ++k) {
        out[k] *= pycu::at(weights, k);
    }
}

PYCU_WIDE_END(tuples)

PYCU_WRAPPERS(tuples)

PYCU_INT_ENTRIES(tuples, use)

int tuples_use__a1f8a_i8_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                            pycu_stream stream, pycu_array_f64_1d out, int64_t n, int64_t m)
{
    return PYCU_LAUNCH(tuples, use, loops, (out, n, m));
}

PYCU_ALIAS(tuples_use, tuples_use__a1f8a_i8_i8)
