// A float literal is float64; float32 with itself and with small integers stays float32.
// Generated from float_promotion.py by pycu: edit float_promotion.py and run pycu again.
//
// How the host launches what float_promotion.cu has.
#include "float_promotion.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(float_promotion)

PYCU_KERNEL void promote(pycu::array<float, 1> x, pycu::array<double, 1> y,
                         pycu::array<const int16_t, 1> small, int64_t n)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    x[i] = x[i] * 2.0 + 1.0;
    x[i] = x[i] * HALF;
    x[i] = x[i] * SCALE;
    x[i] = x[i] * small[i];
    y[i] = double(x[i]) * n;
    y[i] = n / 3.0;
    y[i] = x[i] * x[i] + y[i];
    x[i] = sqrtf(x[i]) + sqrt(double(n)) + M_PI;
    y[i] = 1e-3 * y[i] + 1e300 - 2.5e-8;
    x[i] = n > 0 ? INFINITY : -INFINITY;
}

PYCU_WIDE_END(float_promotion)

#if PYCU_HOST
#include "float_promotion_cpu.cuh"
#endif

PYCU_WRAPPERS(float_promotion)

PYCU_INT_ENTRIES(float_promotion, promote)
PYCU_LONG_ROWS_OF(float_promotion, promote, x)

int float_promotion_promote__a1f4a_a1f8a_a1i2a_i8(pycu_dim3 grid, pycu_dim3 block,
                                                  uint32_t shared_bytes, pycu_stream stream,
                                                  pycu_array_f32_1d x, pycu_array_f64_1d y,
                                                  pycu_array_i16_1d small, int64_t n)
{
    return PYCU_LAUNCH(float_promotion, promote, loops, (x, y, small, pycu::index(n)));
}

PYCU_ALIAS(float_promotion_promote, float_promotion_promote__a1f4a_a1f8a_a1i2a_i8)
