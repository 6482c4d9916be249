// Names that C++ or CUDA have taken, and names that are in order here.
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

PYCU_KERNEL void new_(pycu::array<double, 1, int> float_, double int_, int64_t template_)
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

#include "names_launch.cuh"
