// Conversions that are written and those that C++ makes by itself.
// Generated from casts.py by pycu: edit casts.py and run pycu again.
//
// How the host launches what casts.cu has.
#include "casts.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(casts)

PYCU_KERNEL void convert(pycu::array<float, 1> x, pycu::array<int, 1> k, double d, int64_t n)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
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

PYCU_WIDE_END(casts)

#if PYCU_HOST
#include "casts_cpu.cuh"
#endif

PYCU_WRAPPERS(casts)

PYCU_INT_ENTRIES(casts, convert)
PYCU_ROWS_OF(casts, convert)

int casts_convert__a1f4a_a1i4a_f8_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f32_1d x, pycu_array_i32_1d k,
                                     double d, int64_t n)
{
    return PYCU_LAUNCH(casts, convert, loops, (x, k, d, n));
}

PYCU_ALIAS(casts_convert, casts_convert__a1f4a_a1i4a_f8_i8)
