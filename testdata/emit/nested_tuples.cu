// Named tuples in named tuples as arguments of a kernel, and a field with its type's name.
// Generated from nested_tuples.py by pycu: edit nested_tuples.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(nested_tuples)

struct point {
    double x;
    double y;
};

struct Box {
    point low;
    point high;
};

struct Ray {
    struct point point;
    double t;
};

__device__ Ray ray(double x)
{
    return {point{x, x + 1.0}, 2.0};
}

/// The same with indices of 64 bits.
__device__ double clamped(double x, double limit)
{
    return fmin(fmax(x, 0.0), limit);
}

__device__ double clamped_at(pycu::array<const double, 1, int> values, int i, double limit)
{
    return clamped(values[i], limit);
}

PYCU_KERNEL void spread(Box box, pycu::array<double, 1, int> out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        const Ray one = ray(clamped(out[i], 10.0));
        out[i] = box.high.x - box.low.y + one.point.y * one.t + clamped_at(out, i, 1.0);
    }
}

PYCU_END(nested_tuples)

#include "nested_tuples_launch.cuh"
