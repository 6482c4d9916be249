// Generated from names.py by pycu: edit names.py and run pycu again.
//
// The kernels of names.cu once more, for arrays with any strides and of any size: what a launch
// takes where int indices are not enough.
PYCU_WIDE(names)

__device__ double sqrt_(double x)
{
    return x * x;
}

__device__ double wrap_(pycu::array<const double, 1> a, int i)
{
    return a[i];
}

__device__ void new_(pycu::array<double, 1> float_, double int_, int64_t template_)
{
    const double exp_ = pycu_wide::sqrt_(float_[0]) + linux_;
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

__global__ void new___strided(double* float_, pycu::extents<1> float___shape,
    pycu::extents<1> float___strides, double int_, int64_t template_)
{
    pycu_wide::new_(pycu::view_a(float_, float___shape, float___strides), int_, template_);
}

PYCU_WIDE_END(names)
