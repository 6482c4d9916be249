// Tuples that functions return, where they are stored item by item or converted; loops over the
// elements of arrays that have a known length; indices that a store has shown to be inside.
// Generated from tuples_of_calls.py by pycu: edit tuples_of_calls.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(tuples_of_calls)

// The columns to the right, and to the left.
static __constant__ const int64_t RIGHT[3] = {6, 7, 8};  // of nine
static __constant__ const int64_t LEFT[3] = {3, 4, 5};

// of a tile
static constexpr int SIDE = 16;

__device__ pycu::float3 total(pycu::array<const float, 1, int> a,
                              pycu::array<const float, 1, int> b)
{
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

__device__ pycu::tuple<double, bool> distance(pycu::array<const float, 1, int> a)
{
    if (a[0] > 0.0f) {
        return {INFINITY, false};
    }
    return {a[1], true};
}

__device__ pycu::tuple<pycu::double3, float> moved(pycu::array<const float, 1, int> a,
                                                   pycu::array<const float, 1, int> b, int n)
{
    if (n > 3) {
        return {pycu::double3{1.0, 2.0, 3.0}, b[0]};
    }
    const pycu::float3 value = total(a, b);
    return {pycu::double3{value.x, value.y, value.z}, b[1]};
}

PYCU_KERNEL void stores(pycu::array<float, 2, int> x, pycu::array<float, 1, int> y,
                        pycu::array<double, 2, int> out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float t[3];
    const pycu::float3 value = total(x[i], y);
    t[0] = value.x;
    t[1] = value.y;
    t[2] = value.z;
    const pycu::float3 value_ = total(t, y);
    x(i, 0) = value_.x;
    x(i, 1) = value_.y;
    x(i, 2) = value_.z;
    const pycu::float3 value_2 = total(t, t);
    out(i, 0) = value_2.x;
    out(i, 1) = value_2.y;
    out(i, 2) = value_2.z;
    const auto [place, weight] = moved(t, y, i);
    const auto [length, is_far] = distance(t);
    y[0] = place.x + weight + (is_far ? length : 0.0);
    double s = 0.0;
    for (const float e : t) {
        s += e;
    }
    for (const int c : RIGHT) {
        s += x(i, c);
    }
    for (int j = 0; j < 3; ++j) {
        const int left = LEFT[j];
        const int right = RIGHT[j];
        x(i, left) = x(i, right);
    }
    for (int next_i = 0; next_i < 3; ++next_i) {
        i = next_i;
        for (const int c : LEFT) {
            s += out(i, c);
        }
    }
    printf("sum of %d %f\n", i, s);
}

PYCU_KERNEL void turn(pycu::array<float, 2, int> a)
{
    __shared__ float tile[SIDE][SIDE];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int row = threadIdx.x;
    const int col = threadIdx.y;
    const float v = tile[pycu::wrap(15 - row, SIDE)][col];  // what is read says nothing of the index
    tile[row][col] = a(i, j) + v;
    __syncthreads();
    a(i, j) = tile[15 - row][15 - col];
}

PYCU_END(tuples_of_calls)

#include "tuples_of_calls_launch.cuh"
