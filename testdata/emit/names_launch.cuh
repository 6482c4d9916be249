// Names that C++ or CUDA have taken, and names that are in order here.
// Generated from names.py by pycu: edit names.py and run pycu again.
//
// How the host launches what names.cu has.
#include "names.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(names)

__device__ double wrap_(pycu::array<const double, 1> a, int i)
{
    return a[i];
}

PYCU_KERNEL void new_(pycu::array<double, 1> float_, double int_, int64_t template_)
{
    const double exp_ = sqrt_(float_[0]) + linux_;
    const double y1 = exp_ + M_PI_ + class_;
    const int threadIdx_ = threadIdx.x;
    const double _x = pycu_wide::wrap_(float_, threadIdx_);
    const double N = _x + y1;
    const double pycu_sum_ = N;
    const double INFINITY_ = pycu_sum_;
    const double delete_ = INFINITY_;
    const int64_t NULL_ = template_;
    float_[threadIdx_] = delete_ + NULL_;
}

PYCU_WIDE_END(names)

PYCU_WRAPPERS(names)

PYCU_INT_ENTRIES(names, new_)

int names_new__a1f8a_f8_i8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                           pycu_stream stream, pycu_array_f64_1d float_, double int_,
                           int64_t template_)
{
    return PYCU_LAUNCH(names, new_, loops.named("new"), (float_, int_, template_));
}

PYCU_ALIAS(names_new, names_new__a1f8a_f8_i8)
