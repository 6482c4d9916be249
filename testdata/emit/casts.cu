// Generated from casts.py by pycu: edit casts.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(casts)

__device__ void convert(pycu::array<float, 1, int> x, pycu::array<int, 1, int> k, double d,
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
    k[i] = n * 2;
    k[i] = uint8_t(n) + pycu::to_int<int8_t>(d);
    k[i] = n != 0;
    k[i] = pycu::round(d) + abs(n) + abs(k[i]);
    x[i] = fmin(double(x[i]), 1.0) + fmaxf(x[i], x[i + 1]);
    k[i] = pycu::min<int64_t>(int64_t(k[i]), n, int64_t(3));
}

PYCU_END(casts)

// How the host launches the kernels above.
#include "casts.h"
#include "casts_wide.cuh"

PYCU_ENTRIES(casts)

__global__ void convert__contiguous(float* __restrict__ x, int x__0, int* __restrict__ k, int k__0,
    double d, int64_t n)
{
    convert(pycu::packed(x, x__0), pycu::packed(k, k__0), d, n);
}

PYCU_ENTRIES_END(casts)

PYCU_WRAPPERS(casts)

int casts_convert__a1f4a_a1i4a_f8_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_i32_1d k, double d, int64_t n)
{
    pycu::Launch launch(casts_report__, "convert", grid, block, shared_bytes, stream);
    launch.writes("x", x);
    launch.writes("k", k);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(casts, convert, contiguous, loops), x.data, int(x.shape[0]),
            k.data, int(k.shape[0]), d, n);
    }
    return launch.run(PYCU_WIDE_ENTRY(casts, convert, strided, loops), x.data, pycu::shape(x),
        pycu::strides(x), k.data, pycu::shape(k), pycu::strides(k), d, n);
}

int casts_convert(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f32_1d x, pycu_array_i32_1d k, double d, int64_t n)
{
    return casts_convert__a1f4a_a1i4a_f8_i8(grid, block, shared_bytes, stream, x, k, d, n);
}
