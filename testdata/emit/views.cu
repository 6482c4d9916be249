// Rows, columns, slices and other views: as short in C++ as in Python; no names where none were.
// Generated from views.py by pycu: edit views.py and run pycu again.
#include "pycu.h"

PYCU_MODULE(views)

static __constant__ const float WEIGHTS[2][3] = {
    {0.0f, 1.0f, 2.0f},
    {3.0f, 4.0f, 5.0f},
};

__device__ float dot(pycu::array<const float, 1> x, pycu::array<const float, 1> y)
{
    float total = 0.0f;
    for (int64_t k = 0; k < x.size(); ++k) {
        total += x[k] * y[k];
    }
    return total;
}

PYCU_KERNEL void views(pycu::array<float, 2> a, pycu::array<float, 2> b, pycu::array<float, 1> out,
                       int n)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    __shared__ float tile[8][4];
    const auto row = a[i];
    const auto column = b(pycu::all(), pycu::wrap(n, b.shape[1]));
    const auto part = row(pycu::slice(1, -1));
    const auto even = row(pycu::all().by(2));
    const auto tail = a(i, pycu::from(n));
    out[i] = dot(row, column) + dot(part, even) + tail[0];
    out[i] = a(i, 2) + a(i, pycu::wrap(n, a.shape[1])) + a(a.shape[0] - 1, 0);
    const float x = b(i, 0);
    const float y = b(i, 1);
    const float z = b(i, 2);
    out.wrapped(n) = x * y + z;
    const auto from = a(i, pycu::to(4));
    for (int64_t k = 0; k < 4; ++k) {
        tile[i][k] = from[k];
    }
    const auto part_ = pycu::view(tile)(i, pycu::slice(1, 3));
    for (int64_t k = 0; k < part_.shape[0]; ++k) {
        part_[k] = 0.0f;
    }
    out[0] = x;
    out[1] = 1.0f;
    const auto mine = pycu::view(tile)[i];
    out[i] = dot(mine, pycu::view(WEIGHTS)[1]) + pycu::sum<float>(pycu::view(tile)(pycu::all(), 1));
    const auto flat = pycu::view(tile).reshape(-1);
    const auto bits = flat.as<uint32_t>();
    a.flat(pycu::wrap(n, a.size())) = flat[bits[0] % 8];
    const auto part_2 = b(pycu::from(1), 0);
    const auto from_ = b(pycu::to(-1), 0);
    for (int64_t k = part_2.shape[0] - 1; k >= 0; --k) {
        part_2[k] = from_[k];
    }
    for (int64_t k = 0; k < b.shape[1]; ++k) {
        b(i, k) = a(i, k) * 2.0f - b(i, k);
    }
}

PYCU_END(views)

#include "views_launch.cuh"
