// Tuples that functions return, where they are stored item by item or converted; loops over the
// elements of arrays that have a known length; indices that a store has shown to be inside.
// Generated from tuples_of_calls.py by pycu: edit tuples_of_calls.py and run pycu again.
//
// How the host launches what tuples_of_calls.cu has.
#include "tuples_of_calls.h"

// The kernels once more, for arrays with any strides and of any size: what a launch takes
// where int indices are not enough.
PYCU_WIDE(tuples_of_calls)

__device__ pycu::float3 total(pycu::array<const float, 1> a, pycu::array<const float, 1> b)
{
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

__device__ pycu::tuple<double, bool> distance(pycu::array<const float, 1> a)
{
    if (a[0] > 0.0f) {
        return {INFINITY, false};
    }
    return {a[1], true};
}

__device__ pycu::tuple<pycu::double3, float> moved(pycu::array<const float, 1> a,
                                                   pycu::array<const float, 1> b, int64_t n)
{
    if (n > 3) {
        return {pycu::double3{1.0, 2.0, 3.0}, b[0]};
    }
    const pycu::float3 value = pycu_wide::total(a, b);
    return {pycu::double3{value.x, value.y, value.z}, b[1]};
}

PYCU_KERNEL void stores(pycu::array<float, 2> x, pycu::array<float, 1> y,
                        pycu::array<double, 2> out)
{
    int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    float t[3];
    const pycu::float3 value = pycu_wide::total(x[i], y);
    t[0] = value.x;
    t[1] = value.y;
    t[2] = value.z;
    const pycu::float3 value_ = pycu_wide::total(t, y);
    x(i, 0) = value_.x;
    x(i, 1) = value_.y;
    x(i, 2) = value_.z;
    const pycu::float3 value_2 = pycu_wide::total(t, t);
    out(i, 0) = value_2.x;
    out(i, 1) = value_2.y;
    out(i, 2) = value_2.z;
    const auto [place, weight] = pycu_wide::moved(t, y, i);
    const auto [length, is_far] = pycu_wide::distance(t);
    y[0] = place.x + weight + (is_far ? length : 0.0);
    double s = 0.0;
    for (const float e : t) {
        s += e;
    }
    for (const int64_t c : RIGHT) {
        s += x(i, c);
    }
    for (int64_t j = 0; j < 3; ++j) {
        const int64_t left = LEFT[j];
        const int64_t right = RIGHT[j];
        x(i, left) = x(i, right);
    }
    for (int64_t next_i = 0; next_i < 3; ++next_i) {
        i = next_i;
        for (const int64_t c : LEFT) {
            s += out(i, c);
        }
    }
    printf("sum of %lld %f\n", i, s);
}

PYCU_KERNEL void turn(pycu::array<float, 2> a)
{
    __shared__ float tile[SIDE][SIDE];
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t j = int64_t(blockIdx.y) * blockDim.y + threadIdx.y;
    const int row = threadIdx.x;
    const int col = threadIdx.y;
    const float v = tile[pycu::wrap(15 - row, SIDE)][col];  // what is read says nothing of the index
    tile[row][col] = a(i, j) + v;
    __syncthreads();
    a(i, j) = tile[15 - row][15 - col];
}

PYCU_WIDE_END(tuples_of_calls)

#if PYCU_HOST
#include "tuples_of_calls_cpu.cuh"
#endif

PYCU_WRAPPERS(tuples_of_calls)

PYCU_INT_ENTRIES(tuples_of_calls, stores)

int tuples_of_calls_stores__a2f4a_a1f4a_a2f8a(pycu_dim3 grid, pycu_dim3 block,
                                              uint32_t shared_bytes, pycu_stream stream,
                                              pycu_array_f32_2d x, pycu_array_f32_1d y,
                                              pycu_array_f64_2d out)
{
    return PYCU_LAUNCH(tuples_of_calls, stores, loops, (x, y, out));
}

PYCU_ALIAS(tuples_of_calls_stores, tuples_of_calls_stores__a2f4a_a1f4a_a2f8a)

PYCU_INT_ENTRIES(tuples_of_calls, turn)
PYCU_INT_REGIONS(tuples_of_calls, turn)

int tuples_of_calls_turn__a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                pycu_stream stream, pycu_array_f32_2d a)
{
    return PYCU_LAUNCH(tuples_of_calls, turn, regions, (a));
}

PYCU_ALIAS(tuples_of_calls_turn, tuples_of_calls_turn__a2f4a)
