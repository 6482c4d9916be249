// Generated from names.py by pycu: edit names.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(names)

static constexpr int linux_ = 3;
static constexpr int M_PI_ = 4;
static constexpr int class_ = 5;

__device__ double sqrt_(double x)
{
    return x * x;
}

__device__ double wrap_(pycu::array<const double, 1, int> a, int i)
{
    return a[i];
}

__device__ void new_(pycu::array<double, 1, int> float_, double int_, int64_t template_)
{
    const double exp_ = sqrt_(float_[0]) + linux_;
    const double y1 = exp_ + M_PI_ + class_;
    const int threadIdx_ = threadIdx.x;
    const double _x = wrap_(float_, threadIdx_);
    const double N = _x + y1;
    const double pycu_sum_ = N;
    const double INFINITY_ = pycu_sum_;
    const double delete_ = INFINITY_;
    const int64_t NULL_ = template_;
    float_[threadIdx_] = delete_ + NULL_;
}

PYCU_END(names)

// How the host launches the kernels above.
#include "names.h"
#include "names_wide.cuh"

PYCU_ENTRIES(names)

__global__ void new___contiguous(double* __restrict__ float_, int float___0, double int_,
    int64_t template_)
{
    new_(pycu::packed(float_, float___0), int_, template_);
}

PYCU_ENTRIES_END(names)

PYCU_WRAPPERS(names)

int names_new__a1f8a_f8_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
    pycu_stream stream, pycu_array_f64_1d float_, double int_, int64_t template_)
{
    pycu::Launch launch(names_report__, "new", grid, block, shared_bytes, stream);
    launch.writes("float_", float_);
    if (launch.fits_int()) {
        return launch.run(PYCU_ENTRY(names, new_, contiguous, loops), float_.data,
            int(float_.shape[0]), int_, template_);
    }
    return launch.run(PYCU_WIDE_ENTRY(names, new_, strided, loops), float_.data,
        pycu::shape(float_), pycu::strides(float_), int_, template_);
}

int names_new(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d float_, double int_, int64_t template_)
{
    return names_new__a1f8a_f8_i8(grid, block, shared_bytes, stream, float_, int_, template_);
}
