// Generated from powers.py by pycu: edit powers.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(powers)

__device__ void power_(pycu::array<float, 1, int> x, pycu::array<double, 1, int> y,
                       pycu::array<int64_t, 1, int> k, int64_t n, uint64_t m, int8_t small)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * x[i];
    x[i] = pycu::power(x[i] - 1.0, 3);
    y[i] = pycu::power(y[i], 7);
    y[i] = pycu::power(y[i], n);
    y[i] = pow(y[i], 0.5);
    y[i] = pow(double(x[i]), y[i]);
    k[i] = k[i] * k[i];
    k[i] = pycu::power(k[i], n);
    k[i] = pycu::power(int64_t(2), n);
    k[i] = pycu::floor_div(int64_t(m) * int64_t(m) * int64_t(m), 5);  // int64, of a uint64
    k[i] = pycu::floor_div(small * small * small, 5);
    k[i] = small * small / 5;
}

PYCU_END(powers)

// How the host launches the kernels above.
#include "powers.h"
#include "powers_wide.cuh"

PYCU_ENTRIES(powers)

__global__ void power___contiguous(float* __restrict__ x, int x__0, double* __restrict__ y,
    int y__0, int64_t* __restrict__ k, int k__0, int64_t n, uint64_t m, int8_t small)
{
    power_(pycu::packed(x, x__0), pycu::packed(y, y__0), pycu::packed(k, k__0), n, m, small);
}

PYCU_ENTRIES_END(powers)

PYCU_WRAPPERS(powers)

int powers_power__a1f4a_a1f8a_a1i8a_i8_u8_i1(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f64_1d y, pycu_array_i64_1d k, int64_t n,
    uint64_t m, int8_t small)
{
    pycu::Launch launch(powers_report__, "power", grid, block, shared_bytes, stream);
    launch.writes("x", x);
    launch.writes("y", y);
    launch.writes("k", k);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(powers, power_, contiguous, loops), x.data, int(x.shape[0]),
            y.data, int(y.shape[0]), k.data, int(k.shape[0]), n, m, small);
    }
    return launch.run(PYCU_WIDE_ENTRY(powers, power_, strided, loops), x.data, pycu::shape(x),
        pycu::strides(x), y.data, pycu::shape(y), pycu::strides(y), k.data, pycu::shape(k),
        pycu::strides(k), n, m, small);
}

int powers_power(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d x, pycu_array_f64_1d y, pycu_array_i64_1d k, int64_t n, uint64_t m,
    int8_t small)
{
    return powers_power__a1f4a_a1f8a_a1i8a_i8_u8_i1(grid, block, shared_bytes, stream, x, y, k, n,
        m, small);
}
