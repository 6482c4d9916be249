// Powers: squares are written out, integer exponents go by squaring, others through pow.
// Generated from powers.py by pycu: edit powers.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(powers)

PYCU_KERNEL void power_(pycu::array<float, 1, int> x, pycu::array<double, 1, int> y,
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

#include "powers_launch.cuh"
