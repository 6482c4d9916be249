// Powers: squares are written out, integer exponents go by squaring, others through pow.
// Generated from powers.py by pycu: edit powers.py and run pycu again.
//
// How the host launches what powers.cu has.
#include "powers.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(powers)

PYCU_KERNEL void power_(pycu::array<float, 1> x, pycu::array<double, 1> y,
                        pycu::array<int64_t, 1> k, int64_t n, uint64_t m, int8_t small)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
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
    k[i] = pycu::floor_div(int64_t(small * small * small), 5);
    k[i] = small * small / 5;
}

PYCU_WIDE_END(powers)

#if PYCU_HOST
#include "powers_cpu.cuh"
#endif

PYCU_WRAPPERS(powers)

PYCU_INT_ENTRIES(powers, power_)
PYCU_LONG_ROWS_OF(powers, power_, x)

int powers_power__a1f4a_a1f8a_a1i8a_i8_u8_i1(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                             pycu_stream stream, pycu_array_f32_1d x,
                                             pycu_array_f64_1d y, pycu_array_i64_1d k, int64_t n,
                                             uint64_t m, int8_t small)
{
    return PYCU_LAUNCH(powers, power_, loops.named("power"), (x, y, k, n, m, small));
}

PYCU_ALIAS(powers_power, powers_power__a1f4a_a1f8a_a1i8a_i8_u8_i1)
