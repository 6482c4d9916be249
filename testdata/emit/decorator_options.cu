// What the options of a decorator change in the text.
// Generated from decorator_options.py by pycu: edit decorator_options.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(decorator_options)

__device__ __forceinline__ float gauss(float x)
{
    return __fdividef(__expf(-x * x), sqrtf(x));
}

__device__ __forceinline__ float exact(float x)
{
    return expf(-x * x) / sqrtf(x);
}

__device__ void fast(pycu::array<float, 1, int> x, pycu::array<double, 1, int> y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        x[i] = __fdividef(__sinf(x[i]), x[0]) + gauss(x[i]);
        x[i] = __fdividef(x[i], __powf(x[i], x[0]));
        y[i] = sin(y[i]) / y[0];  // float64 stays exact
    }
}

__device__ void bounded(pycu::array<float, 1, int> x)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        x[i] = exact(x[i]);
    }
}

__device__ void few_registers(pycu::array<float, 1, int> x)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x.size()) {
        x[i] = x[i] + x[i];
    }
}

PYCU_END(decorator_options)

// How the host launches the kernels above.
#include "decorator_options.h"
#include "decorator_options_wide.cuh"

PYCU_ENTRIES(decorator_options)

__global__ void fast__contiguous(float* __restrict__ x, int x__0, double* __restrict__ y, int y__0)
{
    fast(pycu::packed(x, x__0), pycu::packed(y, y__0));
}

__global__ void __launch_bounds__(256, 2) bounded__contiguous(float* __restrict__ x, int x__0)
{
    bounded(pycu::packed(x, x__0));
}

__global__ void __maxnreg__(40) few_registers__contiguous(float* __restrict__ x, int x__0)
{
    few_registers(pycu::packed(x, x__0));
}

PYCU_ENTRIES_END(decorator_options)

PYCU_WRAPPERS(decorator_options)

int decorator_options_fast__a1f4a_a1f8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f64_1d y)
{
    pycu::Launch launch(decorator_options_report__, "fast", grid, block, shared_bytes, stream);
    launch.writes("x", x);
    launch.writes("y", y);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(decorator_options, fast, contiguous, loops), x.data,
            int(x.shape[0]), y.data, int(y.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(decorator_options, fast, strided, loops), x.data,
        pycu::shape(x), pycu::strides(x), y.data, pycu::shape(y), pycu::strides(y));
}

int decorator_options_fast(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f64_1d y)
{
    return decorator_options_fast__a1f4a_a1f8a(grid, block, shared_bytes, stream, x, y);
}

int decorator_options_bounded__a1f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x)
{
    pycu::Launch launch(decorator_options_report__, "bounded", grid, block, shared_bytes, stream);
    launch.writes("x", x);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(decorator_options, bounded, contiguous, loops), x.data,
            int(x.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(decorator_options, bounded, strided, loops), x.data,
        pycu::shape(x), pycu::strides(x));
}

int decorator_options_bounded(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x)
{
    return decorator_options_bounded__a1f4a(grid, block, shared_bytes, stream, x);
}

int decorator_options_few_registers__a1f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x)
{
    pycu::Launch launch(decorator_options_report__, "few_registers", grid, block, shared_bytes,
        stream);
    launch.writes("x", x);
    launch.prefer_shared(100);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(decorator_options, few_registers, contiguous, loops), x.data,
            int(x.shape[0]));
    }
    return launch.run(PYCU_WIDE_ENTRY(decorator_options, few_registers, strided, loops), x.data,
        pycu::shape(x), pycu::strides(x));
}

int decorator_options_few_registers(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x)
{
    return decorator_options_few_registers__a1f4a(grid, block, shared_bytes, stream, x);
}
