// A float literal is float64; float32 with itself and with small integers stays float32.
// Generated from float_promotion.py by pycu: edit float_promotion.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(float_promotion)

static constexpr float HALF = 0.5f;
static constexpr double SCALE = 0.25;

PYCU_KERNEL void promote(pycu::array<float, 1, int> x, pycu::array<double, 1, int> y,
                         pycu::array<const int16_t, 1, int> small, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
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

PYCU_END(float_promotion)

#include "float_promotion_launch.cuh"
