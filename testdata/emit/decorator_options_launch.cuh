// What the options of a decorator change in the text.
// Generated from decorator_options.py by pycu: edit decorator_options.py and run pycu again.
//
// How the host launches what decorator_options.cu has.
#include "decorator_options.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(decorator_options)

PYCU_KERNEL void fast(pycu::array<float, 1> x, pycu::array<double, 1> y)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        x[i] = __fdividef(__sinf(x[i]), x[0]) + gauss(x[i]);
        x[i] = __fdividef(x[i], __powf(x[i], x[0]));
        y[i] = sin(y[i]) / y[0];  // float64 stays exact
    }
}

PYCU_KERNEL void bounded(pycu::array<float, 1> x)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        x[i] = exact(x[i]);
    }
}

PYCU_KERNEL void few_registers(pycu::array<float, 1> x)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        x[i] = x[i] + x[i];
    }
}

PYCU_WIDE_END(decorator_options)

#if PYCU_HOST
#include "decorator_options_cpu.cuh"
#endif

PYCU_WRAPPERS(decorator_options)

PYCU_INT_ENTRIES(decorator_options, fast)
PYCU_ROWS_OF(decorator_options, fast)

int decorator_options_fast__a1f4a_a1f8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                        pycu_stream stream, pycu_array_f32_1d x,
                                        pycu_array_f64_1d y)
{
    return PYCU_LAUNCH(decorator_options, fast, loops, (x, y));
}

PYCU_ALIAS(decorator_options_fast, decorator_options_fast__a1f4a_a1f8a)

PYCU_BOUNDED_INT_ENTRIES(decorator_options, bounded, __launch_bounds__(256, 2))
PYCU_LONG_ROWS_OF(decorator_options, bounded, x)

int decorator_options_bounded__a1f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f32_1d x)
{
    return PYCU_LAUNCH(decorator_options, bounded, loops, (x));
}

PYCU_ALIAS(decorator_options_bounded, decorator_options_bounded__a1f4a)

PYCU_BOUNDED_INT_ENTRIES(decorator_options, few_registers, __maxnreg__(40))
PYCU_LONG_ROWS_OF(decorator_options, few_registers, x)

int decorator_options_few_registers__a1f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                           pycu_stream stream, pycu_array_f32_1d x)
{
    return PYCU_LAUNCH(decorator_options, few_registers, loops.carveout(100), (x));
}

PYCU_ALIAS(decorator_options_few_registers, decorator_options_few_registers__a1f4a)
