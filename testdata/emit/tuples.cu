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

__device__ void use(pycu::array<double, 1, int> out, int64_t n, int64_t m)
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
    const pycu::tuple<double, double, double> weights{0.25, 0.5, 0.25};
    for (int k = 0; k < 3; ++k) {
        out[k] *= pycu::at(weights, k);
    }
}

PYCU_END(tuples)

// How the host launches the kernels above.
#include "tuples.h"
#include "tuples_wide.cuh"

PYCU_ENTRIES(tuples)

__global__ void use__contiguous(double* __restrict__ out, int out__0, int64_t n, int64_t m)
{
    use(pycu::packed(out, out__0), n, m);
}

PYCU_ENTRIES_END(tuples)

PYCU_WRAPPERS(tuples)

int tuples_use__a1f8a_i8_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d out, int64_t n, int64_t m)
{
    pycu::Launch launch(tuples_report__, "use", grid, block, shared_bytes, stream);
    launch.writes("out", out);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(tuples, use, contiguous, loops), out.data, int(out.shape[0]),
            n, m);
    }
    return launch.run(PYCU_WIDE_ENTRY(tuples, use, strided, loops), out.data, pycu::shape(out),
        pycu::strides(out), n, m);
}

int tuples_use(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d out, int64_t n, int64_t m)
{
    return tuples_use__a1f8a_i8_i8(grid, block, shared_bytes, stream, out, n, m);
}
