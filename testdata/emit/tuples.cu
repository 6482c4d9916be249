// Tuples: returned, unpacked, indexed, swapped, and items that nobody reads.
// Generated from tuples.py by pycu: edit tuples.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(tuples)

__device__ pycu::tuple<int64_t, int64_t> bounds(int64_t a, int64_t b)
{
    if (a < b) {
        return {a, b};
    }
    return {b, a};
}

__device__ double middle(pycu::tuple<int64_t, int64_t> pair)
{
    return (pair.get<0>() + pair.get<1>()) / 2.0;
}

PYCU_KERNEL void use(pycu::array<double, 1, int> out, int64_t n, int64_t m)
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
    for (int k = 0; k < 3; ++k) {
        out[k] *= pycu::at(weights, k);
    }
}

PYCU_END(tuples)

#include "tuples_launch.cuh"
