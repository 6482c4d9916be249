// A function for several types is a template where the texts differ in types alone, and overloaded
// otherwise; what C++ cannot tell apart gets names.
// Generated from specialisations.py by pycu: edit specialisations.py and run pycu again.
//
// How the host launches what specialisations.cu has.
#include "specialisations.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(specialisations)

__device__ int64_t first(pycu::array<const int64_t, 1> a)
{
    return a[0];
}

template <typename T>
__device__ double norm(pycu::array<const T, 2> a, int64_t i)
{
    T total = 0.0;
    for (int64_t j = 0; j < a.shape[1]; ++j) {
        total += a(i, j) * a(i, j);
    }
    return sqrt(total) * 0.5;
}

PYCU_KERNEL void use(pycu::array<float, 1> x, pycu::array<double, 1> y, pycu::array<int64_t, 1> k,
                     pycu::array<int64_t, 1> m)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    x[i] = twice(x[i]);
    y[i] = twice(y[i]) + twice(2.5);
    k[i] = twice(k[i]) + twice(int(threadIdx.x)) + twice(int64_t(3));
    m[i] = pycu_wide::first(k) + pycu_wide::first(m);
}

template <typename T>
PYCU_KERNEL void norms(pycu::array<const T, 2> a, pycu::array<T, 1> out)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < out.size()) {
        out[i] = pycu_wide::norm(a, i);
    }
}

// An integer is divided by other means.
PYCU_KERNEL void divide(pycu::array<int, 1> a, int by)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < a.size()) {
        a[i] = pycu::to_int<int>(double(a[i]) / by);
    }
}

// An integer is divided by other means.
template <typename T>
PYCU_KERNEL void divide_(pycu::array<T, 1> a, T by)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < a.size()) {
        a[i] /= by;
    }
}

PYCU_WIDE_END(specialisations)

#if PYCU_HOST
#include "specialisations_cpu.cuh"
#endif

PYCU_WRAPPERS(specialisations)

PYCU_INT_ENTRIES(specialisations, use)
PYCU_ROWS_OF(specialisations, use)

int specialisations_use__a1f4a_a1f8a_a1i8c_a1i8a(pycu_dim3 grid, pycu_dim3 block,
                                                 uint32_t shared_bytes, pycu_stream stream,
                                                 pycu_array_f32_1d x, pycu_array_f64_1d y,
                                                 pycu_array_i64_1d k, pycu_array_i64_1d m)
{
    return PYCU_LAUNCH(specialisations, use, loops, (x, y, pycu::c_order(k), m));
}

PYCU_ALIAS(specialisations_use, specialisations_use__a1f4a_a1f8a_a1i8c_a1i8a)

PYCU_INT_TEMPLATE_ENTRIES(specialisations, norms)
PYCU_LONG_TEMPLATE_ROWS_OF(specialisations, norms, x)

int specialisations_norms__a2f4a_a1f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                       pycu_stream stream, pycu_array_f32_2d a,
                                       pycu_array_f32_1d out)
{
    return PYCU_LAUNCH_TEMPLATE(specialisations, norms, loops, (a, out), float);
}

PYCU_ALIAS(specialisations_norms, specialisations_norms__a2f4a_a1f4a)

int specialisations_norms__a2f8a_a1f8a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                       pycu_stream stream, pycu_array_f64_2d a,
                                       pycu_array_f64_1d out)
{
    return PYCU_LAUNCH_TEMPLATE(specialisations, norms, loops, (a, out), double);
}

PYCU_INT_ENTRIES(specialisations, divide)
PYCU_LONG_ROWS_OF(specialisations, divide, x)

int specialisations_divide__a1i4a_i4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_i32_1d a, int32_t by)
{
    return PYCU_LAUNCH(specialisations, divide, loops, (a, by));
}

PYCU_ALIAS(specialisations_divide, specialisations_divide__a1i4a_i4)

PYCU_INT_TEMPLATE_ENTRIES(specialisations, divide_)
PYCU_LONG_TEMPLATE_ROWS_OF(specialisations, divide_, x)

int specialisations_divide__a1f4a_f4(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f32_1d a, float by)
{
    return PYCU_LAUNCH_TEMPLATE(specialisations, divide_, loops.named("divide"), (a, by), float);
}

int specialisations_divide__a1f8a_f8(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f64_1d a, double by)
{
    return PYCU_LAUNCH_TEMPLATE(specialisations, divide_, loops.named("divide"), (a, by), double);
}
