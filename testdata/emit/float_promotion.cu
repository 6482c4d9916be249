// Generated from float_promotion.py by pycu: edit float_promotion.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(float_promotion)

static constexpr float HALF = 0.5f;
static constexpr double SCALE = 0.25;

__device__ void promote(pycu::array<float, 1, int> x, pycu::array<double, 1, int> y,
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
    x[i] = sqrtf(x[i]) + sqrt(double(n)) + 3.141592653589793;
    y[i] = 0.001 * y[i] + 1e300 - 2.5e-8;
    x[i] = n > 0 ? INFINITY : -INFINITY;
}

PYCU_END(float_promotion)

// How the host launches the kernels above.
#include "float_promotion.h"
#include "float_promotion_wide.cuh"

PYCU_ENTRIES(float_promotion)

__global__ void promote__contiguous(float* __restrict__ x, int x__0, double* __restrict__ y,
    int y__0, const int16_t* __restrict__ small, int small__0, int64_t n)
{
    promote(pycu::packed(x, x__0), pycu::packed(y, y__0), pycu::packed(small, small__0), n);
}

PYCU_ENTRIES_END(float_promotion)

PYCU_WRAPPERS(float_promotion)

int float_promotion_promote__a1f4a_a1f8a_a1i2a_i8(pycu_dim3 grid, pycu_dim3 block,
    uint32_t shared_bytes, pycu_stream stream, pycu_array_f32_1d x, pycu_array_f64_1d y,
    pycu_array_i16_1d small, int64_t n)
{
    pycu::Launch launch(float_promotion_report__, "promote", grid, block, shared_bytes, stream);
    launch.writes("x", x);
    launch.writes("y", y);
    launch.reads("small", small);
    if (launch.fits_int(n)) {
        return launch.run(PYCU_ENTRY(float_promotion, promote, contiguous, loops), x.data,
            int(x.shape[0]), y.data, int(y.shape[0]), small.data, int(small.shape[0]), n);
    }
    return launch.run(PYCU_WIDE_ENTRY(float_promotion, promote, strided, loops), x.data,
        pycu::shape(x), pycu::strides(x), y.data, pycu::shape(y), pycu::strides(y), small.data,
        pycu::shape(small), pycu::strides(small), n);
}

int float_promotion_promote(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f32_1d x, pycu_array_f64_1d y, pycu_array_i16_1d small,
    int64_t n)
{
    return float_promotion_promote__a1f4a_a1f8a_a1i2a_i8(grid, block, shared_bytes, stream, x, y,
        small, n);
}
