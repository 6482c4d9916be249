// Conversions that are written and those that C++ makes by itself.
// Generated from casts.py by pycu: edit casts.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(casts)

PYCU_KERNEL void convert(pycu::array<float, 1, int> x, pycu::array<int, 1, int> k, double d,
                         int64_t n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = d;
    x[i] = n;
    k[i] = pycu::to_int<int>(d);
    k[i] = n;
    k[i] = pycu::to_int<int64_t>(x[i]) + 1;
    x[i] = float(d) * x[i];
    x[i] = n / 3.0;
    k[i] = int64_t(int(n)) * 2;
    k[i] = uint8_t(n) + pycu::to_int<int8_t>(d);
    k[i] = n != 0;
    k[i] = pycu::round(d) + abs(n) + abs(k[i]);
    x[i] = fmin(double(x[i]), 1.0) + fmaxf(x[i], x[i + 1]);
    k[i] = pycu::min<int64_t>(int64_t(k[i]), n, int64_t(3));
}

PYCU_END(casts)

#include "casts_launch.cuh"
