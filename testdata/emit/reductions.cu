// Reductions, beside a kernel that uses one of their functions.
// Generated from reductions.py by pycu: edit reductions.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(reductions)

static constexpr double SCALE = 1000.0;
static constexpr int OFFSET = 1;

__device__ double rounded(double x)
{
    return pycu::round(x * SCALE) / SCALE;
}

PYCU_KERNEL void round_all(pycu::array<double, 1> a)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < a.size()) {
        a[i] = rounded(a[i]) + OFFSET;
    }
}

PYCU_END(reductions)

#include "reductions_launch.cuh"
